import { expect, it } from 'vitest'
import { hasTask, withoutTask, withTask } from './plan.ts'

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
