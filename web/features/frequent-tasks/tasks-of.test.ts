import { expect, it } from 'vitest'
import { tasksOf } from './tasks-of.ts'

it('tasksOf returns one task for each line, with its usage count from the server', () => {
  const usage = [
    { task: '設計\u2028の続き', count: 2 },
    { task: ' 定例', count: 1 },
  ]
  expect(tasksOf({ task_list: '設計\u2028の続き\n 定例', usage })).toEqual(usage)
})
