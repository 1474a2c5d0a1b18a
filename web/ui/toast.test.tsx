import { act, fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ja from '../../locales/ja.json'
import { enableSingleKeys } from '../lib/shortcuts.ts'
import { Dialog } from './dialog.tsx'
import { loadToasts, toast, Toaster } from './toast.tsx'

const lifetime = 3_000 // milliseconds

/** With the first one behind it, which brings how they look. */
beforeEach(async () => {
  vi.useFakeTimers()
  render(
    <IntlProvider locale="ja" messages={ja}>
      <Toaster label="お知らせ" closeLabel="閉じる" lifetime={lifetime} />
    </IntlProvider>,
  )
  await act(async () => {
    toast.info('…')
    await loadToasts()
  })
  expect(shown()).toEqual(['…'])
  pass(lifetime)
})
afterEach(() => {
  pass(10_000)
})

const pass = (milliseconds: number) => {
  act(() => {
    vi.advanceTimersByTime(milliseconds)
  })
}
const tellUndo = (text: string) => {
  const undone = vi.fn<() => void>()
  act(() => toast.success(text, { label: '元に戻す', act: undone }))
  return undone
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

test('names the id of what is the server’s fault, for long enough to write it down', () => {
  const fault = Object.assign(new Error('…'), { reference: '3f9a0c7be412' })
  act(() => toast.error('保存できませんでした', fault))
  expect(shown()).toEqual(['保存できませんでしたお問い合わせ番号 3f9a0c7be412'])
  pass(lifetime)
  expect(screen.getByText('3f9a0c7be412').className).toContain('select-all')
  pass(10_000 - lifetime)
  expect(shown()).toEqual([])
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
  act(() => void fireEvent.click(screen.getByRole('button', { name: '閉じる' })))
  expect(shown()).toEqual([])
})

test.each([
  ['the pointer is on it', fireEvent.pointerEnter, fireEvent.pointerLeave],
  ['the focus is in it', fireEvent.focus, fireEvent.blur],
])('waits while %s, and has then what was left', (_, begin, end) => {
  tell('info', '設定されていません')
  pass(2_000)
  act(() => void begin(screen.getByRole('status')))
  pass(60_000)
  expect(shown()).toEqual(['設定されていません'])
  act(() => void end(screen.getByRole('status')))
  pass(999)
  expect(shown()).toEqual(['設定されていません'])
  pass(1)
  expect(shown()).toEqual([])
})

test('stands within the dialog that is open, where it can be reached, and lives no longer for that', () => {
  tell('error', '失敗しました')
  pass(2_000)
  const { unmount } = render(
    <Dialog title="Jiraに接続" closeLabel="閉じる" onClose={() => {}}>
      …
    </Dialog>,
  )
  expect(screen.getByRole('dialog').contains(screen.getByRole('alert'))).toBe(true)
  pass(500)
  unmount()
  expect(shown()).toEqual(['失敗しました'])
  pass(500)
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

test('with a way back it stays ten seconds', () => {
  const undone = tellUndo('削除しました')
  pass(9_999)
  expect(screen.getByRole('button', { name: '元に戻す' })).toBeTruthy()
  pass(1)
  expect(shown()).toEqual([])
  expect(undone).not.toHaveBeenCalled()
})

test('the way back is taken once, and leaves the focus in the content', () => {
  const main = document.body.appendChild(document.createElement('main'))
  main.tabIndex = -1
  const undone = tellUndo('削除しました')
  act(() => void fireEvent.click(screen.getByRole('button', { name: '元に戻す' })))
  expect(undone).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
  expect(document.activeElement).toBe(main)
  main.remove()
})

test.each([{ key: 'z' }, { key: 'z', ctrlKey: true }, { key: 'z', metaKey: true }])(
  '%o takes the newest back',
  (key) => {
    const [first, second] = [tellUndo('削除しました'), tellUndo('削除しました')]
    act(() => void fireEvent.keyDown(document.body, key))
    expect(second).toHaveBeenCalledOnce()
    expect(first).not.toHaveBeenCalled()
    act(() => void fireEvent.keyDown(document.body, key))
    expect(first).toHaveBeenCalledOnce()
    act(() => void fireEvent.keyDown(document.body, key))
    expect(first).toHaveBeenCalledOnce()
  },
)

test("the keys are the field's own while somebody types, and single ones may be off", () => {
  const undone = tellUndo('削除しました')
  const field = document.body.appendChild(document.createElement('textarea'))
  act(() => void fireEvent.keyDown(field, { key: 'z', ctrlKey: true }))
  act(() => void fireEvent.keyDown(field, { key: 'z' }))
  field.remove()
  act(() => enableSingleKeys(false))
  act(() => void fireEvent.keyDown(document.body, { key: 'z' }))
  expect(undone).not.toHaveBeenCalled()
  act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))
  expect(undone).toHaveBeenCalledOnce()
  act(() => enableSingleKeys(true))
})
