import { expect, it } from 'vitest'
import { hasLine, withLine, withLines, withoutLine } from './plan-lines.ts'

it('withLine adds a line at the end of the text, but only once', () => {
  expect(withLine('', 'レビュー')).toBe('レビュー')
  expect(withLine('設計\n', 'レビュー')).toBe('設計\nレビュー')
  expect(withLine('設計\nレビュー', 'レビュー')).toBe('設計\nレビュー')
  expect(withLine('・レビュー', 'レビュー')).toBe('・レビュー')
  expect(withLine('レビューの準備', 'レビュー')).toBe('レビューの準備\nレビュー')
})

it('withoutLine removes only the given line', () => {
  expect(withoutLine('設計\n - レビュー\nレビューの準備', 'レビュー')).toBe('設計\nレビューの準備')
  expect(withoutLine('レビュー', 'レビュー')).toBe('')
  expect(withoutLine('  設計  \n', 'レビュー')).toBe('  設計  \n')
})

it('hasLine returns whether the typed text contains the line', () => {
  expect(hasLine('設計\r\n* レビュー', 'レビュー')).toBe(true)
  expect(hasLine('レビュ', 'レビュー')).toBe(false)
})

it.each([
  ['', 'b'],
  ['\n ', 'b'],
  ['a\n', 'a\nb'],
  ['a', 'a\nb'],
])('withLines adds a line without changing the existing text %j', (words, after) =>
  expect(withLines(words, 'b')).toBe(after),
)
