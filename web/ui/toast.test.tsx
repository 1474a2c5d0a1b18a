import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast, Toaster } from './toast.tsx'

const lifetime = 3_000 // milliseconds

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster label="お知らせ" closeLabel="閉じる" lifetime={lifetime} />)
})
afterEach(() => {
  pass(lifetime)
  vi.useRealTimers()
})

const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
const tell = (kind: keyof typeof toast, text: string) => {
  act(() => toast[kind](text))
}
const shown = () =>
  [...screen.queryAllByRole('status'), ...screen.queryAllByRole('alert')].map((one) => one.textContent)

test.each([
  ['success', 'status'],
  ['info', 'status'],
  ['error', 'alert'],
] as const)('%s is a %s', (kind, role) => {
  tell(kind, '保存しました')
  expect(screen.getByRole(role).textContent).toBe('保存しました')
})

test('goes away after three seconds', () => {
  tell('success', '保存しました')
  pass(lifetime - 1)
  expect(shown()).toEqual(['保存しました'])
  pass(1)
  expect(shown()).toEqual([])
})

test('is closed by its button', () => {
  tell('success', '保存しました')
  fireEvent.click(screen.getByRole('button', { name: '閉じる' }))
  expect(shown()).toEqual([])
})

test.each([
  ['the pointer is on it', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus is in it', fireEvent.focus, fireEvent.blur],
])('waits while %s, and has then what was left', (_, begin, end) => {
  tell('info', '設定されていません')
  pass(2_000)
  begin(screen.getByRole('status'))
  pass(60_000)
  expect(shown()).toEqual(['設定されていません'])
  end(screen.getByRole('status'))
  pass(999)
  expect(shown()).toEqual(['設定されていません'])
  pass(1)
  expect(shown()).toEqual([])
})

test('shows the newest on top, and at most three', () => {
  for (const text of ['一', '二', '三', '四']) tell('info', text)
  expect(shown()).toEqual(['四', '三', '二'])
})

test('the same sentence again starts anew instead of standing twice', () => {
  tell('error', '失敗しました')
  pass(2_000)
  tell('error', '失敗しました')
  expect(shown()).toEqual(['失敗しました'])
  pass(2_000)
  expect(shown()).toEqual(['失敗しました'])
})
