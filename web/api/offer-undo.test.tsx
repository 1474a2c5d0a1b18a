import { act, fireEvent, render } from '@testing-library/react'
import { IntlProvider } from 'use-intl'
import { beforeEach, expect, test, vi } from 'vitest'
import ja from '../../locales/ja.json'
import { loadToasts, Toaster, withdrawUndos } from '../ui/toast.tsx'
import { ApiError } from './errors.ts'
import { offerUndo } from './offer-undo.ts'

beforeEach(async () => {
  render(
    <IntlProvider locale="ja" messages={ja}>
      <Toaster label="お知らせ" closeLabel="閉じる" nothingToUndo="元に戻せる操作はありません" lifetime={3_000} />
    </IntlProvider>,
  )
  await act(loadToasts)
})

const offer = (undo: () => Promise<unknown>) =>
  act(() => offerUndo('削除しました', { label: '元に戻す', undo, failed: () => '失敗しました' }))
const pressZ = () => act(async () => void fireEvent.keyDown(document.body, { key: 'z' }))

test.each([
  ['no response', new TypeError('Failed to fetch'), 2],
  ['status 503', new ApiError(503, '', {}), 2],
  ['status 500', new ApiError(500, '', {}), 2],
  ['a rejection with status 409', new ApiError(409, '', {}), 1],
])('a failed undo is offered again unless the server rejects the request: %s', async (_, error, attempts) => {
  const undo = vi.fn<() => Promise<unknown>>().mockRejectedValueOnce(error).mockResolvedValue(undefined)
  offer(undo)
  await pressZ()
  expect(document.querySelector('[aria-live=assertive]')!.textContent).toContain('失敗しました')
  await pressZ()
  expect(undo).toHaveBeenCalledTimes(attempts)
  await pressZ()
  expect(undo).toHaveBeenCalledTimes(attempts)
})

test('a failed undo is not offered again after the member has signed out', async () => {
  const { promise, reject } = Promise.withResolvers<unknown>()
  const undo = vi.fn<() => Promise<unknown>>().mockReturnValue(promise)
  offer(undo)
  await pressZ()
  act(withdrawUndos)
  await act(async () => reject(new TypeError('Failed to fetch')))
  expect(document.querySelector('[data-toast]')).toBeTruthy()
  await pressZ()
  expect(undo).toHaveBeenCalledOnce()
})
