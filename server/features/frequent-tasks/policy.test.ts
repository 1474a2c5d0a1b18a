import { expect, test } from 'vitest'
import { tidy } from './policy.ts'

test('blank lines are dropped, the others stay as they were written', () => {
  expect(tidy(' レビュー \r\n\r\n \t\r朝会\n\n  - 実装\n')).toBe(' レビュー \n朝会\n  - 実装')
  expect(tidy('\n \r\n')).toBe('')
})
