import type { Page } from '@playwright/test'
import { type Answer, failing, testStates } from '../states.ts'

const connection = { provider: 'backlog', account: 'hinode', connected_at: '2026-10-01T09:00:00+09:00' }
const answering = (answer: Answer) => ({
  'GET /connections': { json: { connections: [connection], destinations: [] } },
  'DELETE /connections/backlog': answer,
})
/** Presses a button, and then focuses the toast, because a focused toast does not disappear. */
const press = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('region', { name: 'お知らせ' }).getByRole('button', { name: '閉じる' }).focus()
}

testStates('toasts', '/settings', {
  'an action succeeded': {
    answers: answering({ status: 204 }),
    open: press('Backlogの接続を解除'),
    shows: (page) => page.getByText('Backlogの接続を解除しました'),
  },
  'an action failed': {
    answers: answering(failing),
    open: press('Backlogの接続を解除'),
    shows: (page) => page.getByText('Backlogの接続を解除できませんでした'),
  },
})
