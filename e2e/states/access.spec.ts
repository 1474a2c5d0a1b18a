import type { Page } from '@playwright/test'
import type { Grant } from '#contract/grants.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { Sessions } from '#contract/sessions.ts'
import type { AccessToken } from '#contract/tokens.ts'
import { failing, testStates, unread } from '../states.ts'

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
const token = (number: number, name: string, more: Partial<AccessToken> = {}): AccessToken => ({
  id: `01998d5c-0000-7000-8004-${String(number).padStart(12, '0')}`,
  name,
  scopes: ['read'],
  expires_on: '2027-01-21',
  created_at: '2026-10-23T09:00:00+09:00',
  used_at: null,
  ...more,
})
const tokens = [
  token(1, '集計の書き出し'),
  token(2, 'Slackの朝の投稿', { scopes: ['read', 'write'], used_at: '2026-10-23T09:00:00+09:00' }),
  token(3, 'とても長い名前の付いた、日報を社内の掲示板へ毎朝写すための小さなプログラム'.repeat(2), {
    expires_on: '2026-10-30',
  }),
  token(4, 'export-2025', { expires_on: '2026-10-01', used_at: '2026-09-30T18:00:00+09:00' }),
]
const passkey = (number: number, name: string, used_at: string | null = null): Passkey => ({
  id: `01998d5c-0000-7000-8005-${String(number).padStart(12, '0')}`,
  name,
  created_at: '2026-07-01T09:00:00+09:00',
  used_at,
})
const passkeys = [
  passkey(1, 'MacBookの指紋', '2026-10-23T09:00:00+09:00'),
  passkey(2, '会議室の入口に置いてある、チームの全員で使うパソコンの指紋センサー'.repeat(2)),
  passkey(3, ''),
]
const grants = ['Claude', 'とても長い名前の付いた、日報を読んで要約するためのアシスタント'.repeat(3)].map(
  (client_name, number): Grant => ({
    id: `01998d5c-0000-7000-8006-${String(number).padStart(12, '0')}`,
    client_name,
    scopes: ['read', 'write'],
    expires_on: '2027-01-21',
    last_used_at: number === 0 ? '2026-10-23T09:00:00+09:00' : null,
  }),
)
const filled = {
  'GET /grants': { json: { grants } },
  'GET /sessions': { json: { sessions } },
  'GET /passkeys': { json: { passkeys, only_way_in: false } },
  'GET /tokens': { json: { tokens } },
}
const onlyWayIn = { ...filled, 'GET /passkeys': { json: { passkeys: passkeys.slice(0, 1), only_way_in: true } } }
const none = { 'GET /tokens': { json: { tokens: [] } } }
const made = { ...token(5, '集計の書き出し'), token: `asakai_pat_${'9fK2wQ7rT4mXc81LpZ0vHd'.repeat(4).slice(0, 86)}` }
const openMake = async (page: Page) => {
  await page.getByRole('button', { name: '発行する' }).click()
  await page.getByRole('dialog').getByLabel('名前').fill('集計の書き出し')
}
const openLeave = (page: Page) => page.getByRole('button', { name: '削除に進む' }).click()

testStates('settings, access', '/settings?tab=access', {
  ...unread(['GET /sessions', 'GET /passkeys', 'GET /tokens'], {
    heading: '設定',
    failed: 'アクセストークンを読み込めませんでした。',
  }),
  'no other session': {
    answers: { 'GET /sessions': { json: { sessions: [here] } }, ...none },
    shows: (page) => page.getByText('このブラウザ · 使用中'),
  },
  filled: { answers: filled, shows: (page) => page.getByText('Samsung Internet · Android') },
  'a session being ended': {
    answers: { ...filled, [`DELETE /sessions/${sessions[1]!.id}`]: 'never' },
    open: (page) => page.getByRole('button', { name: 'Safari · iPhoneからログアウト' }).click(),
    shows: (page) => page.getByText('ログアウト中…'),
  },
  offline: {
    answers: filled,
    open: async (page) => {
      await page.getByRole('button', { name: 'Safari · iPhoneからログアウト' }).waitFor()
      await page.context().setOffline(true)
    },
    shows: (page) => page.getByText('オフラインです。前に読み込んだ内容を表示しています。'),
  },
  'a passkey being named': {
    answers: filled,
    open: (page) => page.getByRole('button', { name: 'MacBookの指紋の名前を変える' }).click(),
    shows: (page) => page.getByText('どの端末のものかが分かる名前'),
  },
  'deleting the only way to log in': {
    answers: onlyWayIn,
    open: (page) => page.getByRole('button', { name: 'MacBookの指紋を削除' }).click(),
    shows: (page) => page.getByText('ほかにログインする方法がありません。先にパスワードを設定してください。'),
  },
  'form for a new token': {
    answers: filled,
    open: openMake,
    shows: (page) => page.getByRole('dialog').getByRole('radio', { name: '90日' }),
  },
  'form for a new token with an error': {
    answers: { ...filled, 'POST /tokens': failing },
    open: async (page) => {
      await openMake(page)
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByRole('dialog').getByText('サーバーで問題が起きました。'),
  },
  'a new token': {
    answers: { ...filled, 'POST /tokens': { status: 201, json: made } },
    open: async (page) => {
      await openMake(page)
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByText(made.token),
  },
  'question before revoking a token': {
    answers: filled,
    open: (page) => page.getByRole('button', { name: '集計の書き出しを失効させる' }).click(),
    shows: (page) => page.getByRole('dialog').getByText(/元には戻せません/u),
  },
  'question before revoking a program': {
    answers: filled,
    open: (page) => page.getByRole('button', { name: 'Claudeを失効させる' }).click(),
    shows: (page) => page.getByRole('dialog').getByText(/^このプログラムはすぐに使えなくなります/u),
  },
  leaving: {
    answers: filled,
    open: openLeave,
    shows: (page) => page.getByRole('dialog').getByRole('radio', { name: /日報を残す/u }),
  },
  'leaving the team with a wrong password': {
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
