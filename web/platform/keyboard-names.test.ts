import { expect, it } from 'vitest'
import { keysIn } from './keyboard-names.ts'

it('names the keys as a German keyboard does, in German only', () => {
  expect(keysIn('de', 'Ctrl ↵')).toBe('Strg ↵')
  expect(keysIn('de', '⌘K')).toBe('⌘K')
  expect(keysIn('en', 'Ctrl K')).toBe('Ctrl K')
})
