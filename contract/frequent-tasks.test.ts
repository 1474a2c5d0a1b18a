import { expect, test } from 'vitest'
import { tidyTasks } from './frequent-tasks.ts'

test('a list of frequent tasks loses its blank lines and keeps the others unchanged', () => {
  expect(tidyTasks(' レビュー \r\n\r\n \t\r朝会\n\n  - 実装\n・')).toBe(' レビュー \n朝会\n  - 実装\n・')
  expect(tidyTasks('\n \r\n')).toBe('')
  expect(tidyTasks('a\n\u200b\n- \u2060\n\u3164')).toBe('a')
})

test('a list of frequent tasks loses repeated tasks, even with other bullets or spaces', () => {
  expect(tidyTasks('PRレビュー\n定例\nPRレビュー\n・PRレビュー\n  - 定例 \n定例の準備')).toBe(
    'PRレビュー\n定例\n定例の準備',
  )
})
