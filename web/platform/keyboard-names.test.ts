import { expect, it } from 'vitest'
import { keysIn } from './keyboard-names.ts'

it('the German interface names keys as a German keyboard does', () => {
  expect(keysIn('de', 'Ctrl ↵')).toBe('Strg ↵')
  expect(keysIn('de', '⌘K')).toBe('⌘K')
  expect(keysIn('en', 'Ctrl K')).toBe('Ctrl K')
})
