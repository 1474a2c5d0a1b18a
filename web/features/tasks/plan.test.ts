import { expect, it } from 'vitest'
import { hasTask, tasksOf, withoutTask, withTask } from './plan.ts'

it('adds a task as a further line, once', () => {
  expect(withTask('', 'レビュー')).toBe('レビュー')
  expect(withTask('設計\n', 'レビュー')).toBe('設計\nレビュー')
  expect(withTask('設計\nレビュー', 'レビュー')).toBe('設計\nレビュー')
  expect(withTask('・レビュー', 'レビュー')).toBe('・レビュー')
  expect(withTask('レビューの準備', 'レビュー')).toBe('レビューの準備\nレビュー')
})

it('takes exactly its lines out', () => {
  expect(withoutTask('設計\n - レビュー\nレビューの準備', 'レビュー')).toBe('設計\nレビューの準備')
  expect(withoutTask('レビュー', 'レビュー')).toBe('')
  expect(withoutTask('  設計  \n', 'レビュー')).toBe('  設計  \n')
})

it('follows what is typed', () => {
  expect(hasTask('設計\r\n* レビュー', 'レビュー')).toBe(true)
  expect(hasTask('レビュ', 'レビュー')).toBe(false)
})

it('has a task a line, as the server has counted them', () => {
  const usage = [
    { task: '設計\u2028の続き', count: 2 },
    { task: ' 定例', count: 1 },
  ]
  expect(tasksOf({ task_list: '設計\u2028の続き\n 定例', usage })).toEqual(usage)
})
