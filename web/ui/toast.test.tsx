import { act, fireEvent, render, screen } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import ja from '../../locales/ja.json'
import { enableSingleKeys } from '../hooks/use-shortcuts.ts'
import { lastingToasts } from '../storage/stored-switch.ts'
import { Dialog } from './dialog.tsx'
import { loadToasts, toast, Toaster } from './toast.tsx'

const lifetime = 3_000 // milliseconds

/** Shows a toast before each test, because the first toast loads the code of toasts. */
beforeEach(async () => {
  vi.useFakeTimers()
  render(
    <IntlProvider locale="ja" messages={ja}>
      <Toaster label="お知らせ" closeLabel="閉じる" nothingToUndo="元に戻せる操作はありません" lifetime={lifetime} />
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
const showUndo = (text: string) => {
  const undone = vi.fn<() => void>()
  act(() => toast.success(text, { label: '元に戻す', act: undone }))
  return undone
}
const showToast = (kind: keyof typeof toast, text: string) => {
  act(() => toast[kind](text))
}
const cards = () =>
  [...document.querySelectorAll<HTMLElement>('[data-toast]')].toSorted(
    (one, other) => Number(one.parentElement!.style.order) - Number(other.parentElement!.style.order),
  )
const shown = () => cards().map((card) => card.textContent)
const card = () => cards()[0]!

test.each([
  ['success', 'polite'],
  ['info', 'polite'],
  ['error', 'assertive'],
] as const)('a toast of the type %s appears in the existing %s live region', (kind, urgency) => {
  const region = document.querySelector(`[aria-live="${urgency}"]`)!
  expect(region.textContent).toBe('')
  showToast(kind, '保存しました')
  expect(region.textContent).toBe('保存しました')
  expect(region.isConnected).toBe(true)
})

test('a toast with the reference of a server error stays ten seconds', () => {
  const fault = Object.assign(new Error('…'), { reference: '3f9a0c7be412' })
  act(() => toast.error('保存できませんでした', fault))
  expect(shown()).toEqual(['保存できませんでしたお問い合わせ番号 3f9a0c7be412'])
  pass(lifetime)
  expect(screen.getByText('3f9a0c7be412').className).toContain('select-all')
  pass(10_000 - lifetime)
  expect(shown()).toEqual([])
})

test('a toast disappears after three seconds', () => {
  showToast('success', '保存しました')
  pass(lifetime - 1)
  expect(shown()).toEqual(['保存しました'])
  pass(1)
  expect(shown()).toEqual([])
})

test('a toast stays until it is closed if something was not sent (E5.03)', () => {
  showToast('unsent', '送信していません')
  for (const text of ['一', '二', '三', '四']) showToast('info', text)
  pass(600_000)
  expect(shown()).toEqual(['送信していません'])
  act(() => void fireEvent.click(screen.getByRole('button', { name: '閉じる' })))
  expect(shown()).toEqual([])
})

test('a toast closes by its button', () => {
  showToast('success', '保存しました')
  act(() => void fireEvent.click(screen.getByRole('button', { name: '閉じる' })))
  expect(shown()).toEqual([])
})

const moveOnto = (element: Element) => {
  fireEvent.pointerMove(document.body, { clientX: 10, clientY: 10 })
  fireEvent.pointerMove(element, { clientX: 20, clientY: 20 })
}

test.each([
  ['the pointer is on it', moveOnto, fireEvent.pointerLeave],
  ['the focus is in it', fireEvent.focus, fireEvent.blur],
])('the time of a toast stops while %s, and then continues', (_, begin, end) => {
  showToast('info', '設定されていません')
  pass(2_000)
  act(() => void begin(card()))
  pass(60_000)
  expect(shown()).toEqual(['設定されていません'])
  act(() => void end(card()))
  pass(999)
  expect(shown()).toEqual(['設定されていません'])
  pass(1)
  expect(shown()).toEqual([])
})

test('a toast that appears below a resting pointer still closes on time (E5.03)', () => {
  fireEvent.pointerMove(document.body, { clientX: 20, clientY: 20 })
  showToast('info', '設定されていません')
  act(() => void fireEvent.pointerEnter(card(), { clientX: 20, clientY: 20 }))
  act(() => void fireEvent.pointerMove(card(), { clientX: 20, clientY: 20 }))
  pass(lifetime)
  expect(shown()).toEqual([])
})

test('a newer toast never replaces one with an undo (E5.03)', () => {
  const undone = showUndo('削除しました')
  for (const text of ['一', '二', '三', '四']) showToast('info', text)
  expect(shown().map((text) => text?.slice(0, 3))).toEqual(['四', '三', '削除し'])
  act(() => void fireEvent.keyDown(document.body, { key: 'z' }))
  expect(undone).toHaveBeenCalledOnce()
  const undos = ['一', '二', '三', '四'].map(showUndo)
  for (const _ of undos) act(() => void fireEvent.keyDown(document.body, { key: 'z' }))
  for (const each of undos) expect(each).toHaveBeenCalledOnce()
})

test('a toast moves into an open dialog to stay reachable, without a longer lifetime', () => {
  showToast('error', '失敗しました')
  pass(2_000)
  const { unmount } = render(
    <Dialog title="Jiraに接続" closeLabel="閉じる" onClose={() => {}}>
      …
    </Dialog>,
  )
  expect(screen.getByRole('dialog').contains(card())).toBe(true)
  pass(500)
  unmount()
  expect(shown()).toEqual(['失敗しました'])
  pass(500)
  expect(shown()).toEqual([])
})

test('at most three toasts are shown, the newest on top', () => {
  for (const text of ['一', '二', '三', '四']) showToast('info', text)
  expect(shown()).toEqual(['四', '三', '二'])
})

test('a toast with the same sentence restarts instead of appearing twice', () => {
  showToast('error', '失敗しました')
  pass(2_000)
  showToast('error', '失敗しました')
  expect(shown()).toEqual(['失敗しました'])
  pass(2_000)
  expect(shown()).toEqual(['失敗しました'])
})

test('toasts stay until they are closed if the user chose that (WCAG 2.2.1)', () => {
  act(() => lastingToasts.set(true))
  showToast('success', '保存しました')
  pass(120_000)
  expect(shown()).toEqual(['保存しました'])
  act(() => void fireEvent.click(screen.getByRole('button', { name: '閉じる' })))
  expect(shown()).toEqual([])
  act(() => lastingToasts.set(false))
})

test('a toast with an undo stays ten seconds', () => {
  const undone = showUndo('削除しました')
  pass(9_999)
  expect(screen.getByRole('button', { name: '元に戻す' })).toBeTruthy()
  pass(1)
  expect(shown()).toEqual([])
  expect(undone).not.toHaveBeenCalled()
})

test('the undo of a toast runs once, and leaves the focus in the content', () => {
  const main = document.body.appendChild(document.createElement('main'))
  main.tabIndex = -1
  const undone = showUndo('削除しました')
  act(() => void fireEvent.click(screen.getByRole('button', { name: '元に戻す' })))
  expect(undone).toHaveBeenCalledOnce()
  expect(shown()).toEqual([])
  expect(document.activeElement).toBe(main)
  main.remove()
})

test.each([{ key: 'z' }, { key: 'z', ctrlKey: true }, { key: 'z', metaKey: true }])(
  'the keys %o undo the action that the newest toast reports',
  (key) => {
    const [first, second] = [showUndo('削除しました'), showUndo('削除しました')]
    act(() => void fireEvent.keyDown(document.body, key))
    expect(second).toHaveBeenCalledOnce()
    expect(first).not.toHaveBeenCalled()
    act(() => void fireEvent.keyDown(document.body, key))
    expect(first).toHaveBeenCalledOnce()
    act(() => void fireEvent.keyDown(document.body, key))
    expect(first).toHaveBeenCalledOnce()
  },
)

test('the key Z undoes nothing while somebody types, or if single keys are off', () => {
  const undone = showUndo('削除しました')
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

test('the key Z says once that there is nothing to undo, but not while somebody types', () => {
  act(() => void fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true }))
  const field = document.body.appendChild(document.createElement('textarea'))
  act(() => void fireEvent.keyDown(field, { key: 'z' }))
  field.remove()
  expect(shown()).toEqual([])
  act(() => void fireEvent.keyDown(document.body, { key: 'z' }))
  act(() => void fireEvent.keyDown(document.body, { key: 'z' }))
  expect(shown()).toEqual(['元に戻せる操作はありません'])
})
