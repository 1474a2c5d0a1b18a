import type { Page } from '@playwright/test'
import type { Sessions } from '#contract/sessions.ts'
import { failing, loadingBelow, testStates } from '../states.ts'

const session = (number: number, device: string | null, used_at: string, current = false) => ({
  id: `01998d5c-0000-7000-8003-${String(number).padStart(12, '0')}`,
  device,
  signed_in_at: '2026-09-02T09:00:00+09:00',
  used_at,
  current,
})
const here = session(1, 'Firefox · Windows', '2026-10-23T09:40:00+09:00', true)
const sessions: Sessions['sessions'] = [
  here,
  session(2, 'Safari · iPhone', '2026-10-23T08:40:00+09:00'),
  session(3, 'Samsung Internet · Android', '2025-12-30T18:00:00+09:00'),
  session(4, null, '2026-10-22T18:00:00+09:00'),
]
const filled = { 'GET /sessions': { json: { sessions } } }
const openLeave = (page: Page) => page.getByRole('button', { name: '削除に進む' }).click()

testStates('settings, access', '/settings?tab=access', {
  loading: {
    answers: { 'GET /sessions': 'never' },
    shows: (page) => loadingBelow(page, 'ログイン中の端末'),
  },
  error: {
    answers: { 'GET /sessions': failing },
    shows: (page) => page.getByRole('button', { name: 'もう一度読み込む' }),
  },
  'nowhere else': {
    answers: { 'GET /sessions': { json: { sessions: [here] } } },
    shows: (page) => page.getByText('この端末 · いま使っています'),
  },
  filled: { answers: filled, shows: (page) => page.getByText('Samsung Internet · Android') },
  'one being ended': {
    answers: { ...filled, [`DELETE /sessions/${sessions[1]!.id}`]: 'never' },
    open: (page) => page.getByRole('button', { name: 'Safari · iPhoneを終了' }).click(),
    shows: (page) => page.getByText('終了中…'),
  },
  offline: {
    answers: filled,
    open: async (page) => {
      await page.getByRole('button', { name: 'Safari · iPhoneを終了' }).waitFor()
      await page.context().setOffline(true)
    },
    shows: (page) => page.getByText('オフラインです。前に読み込んだ内容を表示しています。'),
  },
  leaving: {
    answers: filled,
    open: openLeave,
    shows: (page) => page.getByRole('dialog').getByRole('radio', { name: /日報を残す/u }),
  },
  'leaving, with a wrong password': {
    answers: {
      ...filled,
      'DELETE /users/me': { status: 403, json: { code: 'wrong_password', message: '現在のパスワードが違います。' } },
    },
    open: async (page) => {
      await openLeave(page)
      await page.getByRole('dialog').getByLabel('パスワード').fill('chigaupass')
      await page.getByRole('button', { name: 'アカウントを削除する' }).click()
    },
    shows: (page) => page.getByRole('dialog').getByText('現在のパスワードが違います。'),
  },
})
