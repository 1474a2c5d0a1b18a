import type { Page } from '@playwright/test'
import { failing, type State, testStates } from '../states.ts'

const refused = (status: number, code: string) => ({ status, json: { code, message: 'できません。' } })
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name })
const pressUndo = (page: Page) => page.getByRole('button', { name: '変更を取り消す' }).click()
const call = 'POST /auth/not-me'
const looked = 'POST /auth/not-me/check'
const changed = (minute: string, kind: string, name: string, is_undone = true) => ({
  at: `2026-10-23T03:${minute}:00.000Z`,
  kind,
  name,
  is_undone,
})
const change = changed('03', 'token', '夜間バックアップ')
const several = [
  changed('01', 'webhook', 'example.com'),
  changed('02', 'administrator', '森 直樹'),
  changed('02', 'joined', 'stranger@example.com', false),
  change,
]
const found = (...changes: (typeof change)[]) => ({ [looked]: { json: { alerted_at: change.at, changes } } })

testStates(
  'undoing a change of the account',
  '/not-me?token=secret',
  {
    checking: { answers: { [looked]: 'never' }, shows: heading('リンクを確認しています') },
    ready: { answers: found(change), shows: heading('心当たりのない変更を取り消す') },
    'several changes': { answers: found(...several), shows: (page) => page.getByRole('radio').first() },
    unread: { answers: { [looked]: failing }, shows: heading('変更を確認できませんでした') },
    busy: {
      answers: { ...found(change), [call]: 'never' },
      open: pressUndo,
      shows: (page) => page.getByText('取り消し中…'),
    },
    done: {
      answers: {
        ...found(change),
        [call]: { json: { reset_token: 'next' } },
        'POST /auth/password-reset/check': { status: 204 },
      },
      open: pressUndo,
      shows: heading('新しいパスワードを設定'),
    },
    invalid: {
      answers: { ...found(change), [call]: refused(400, 'link_invalid') },
      open: pressUndo,
      shows: heading('このリンクは使えません'),
    },
    'the address is taken': {
      answers: { ...found(change), [call]: refused(409, 'email_taken') },
      open: pressUndo,
      shows: heading('元のメールアドレスには戻せませんでした'),
    },
    failed: {
      answers: { ...found(change), [call]: failing },
      open: pressUndo,
      shows: (page) => page.getByRole('alert'),
    },
  },
  false,
)

const used = (call: string): State => ({
  answers: { [call]: refused(400, 'link_invalid') },
  shows: heading('このリンクは使えません'),
})
const check = 'POST /auth/password-reset/check'

testStates(
  'choosing a new password',
  '/password-reset?token=secret',
  {
    checking: { answers: { [check]: 'never' }, shows: heading('リンクを確認しています') },
    open: { answers: { [check]: { status: 204 } }, shows: heading('新しいパスワードを設定') },
    'with a used link': used(check),
  },
  false,
)

testStates(
  'asking for a new password',
  '/password-reset',
  { filled: { shows: (page) => page.getByRole('textbox') } },
  false,
)

const proof = 'POST /auth/email-proof/check'
const prove = 'POST /auth/email-proof'
const disown = 'POST /auth/email-proof/disown'
const wouldProve = (kind: string, begun_here = false, existing: object | null = null) => ({
  [proof]: { json: { status: 'open', kind, email: 'naoki@hinode.example', name: '早川 直樹', begun_here, existing } },
})
const existing = { team: '予約プロダクト', last_used: '2026-10-20', is_kept: false }
const question = heading('メールアドレスの確認')
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()

testStates(
  'proving an address',
  '/email-proof?token=secret',
  {
    checking: { answers: { [proof]: 'never' }, shows: heading('リンクを確認しています') },
    'of a sign-up here': { answers: wouldProve('sign-up', true), shows: question },
    'of a sign-up elsewhere': { answers: wouldProve('sign-up'), shows: question },
    'beside an unconfirmed account': { answers: wouldProve('sign-up', false, existing), shows: question },
    'beside the only administrator': {
      answers: wouldProve('sign-up', false, { ...existing, is_kept: true }),
      shows: question,
    },
    'where the account is known': { answers: wouldProve('known-account', false, existing), shows: question },
    'of an account': { answers: wouldProve('account'), shows: question },
    'a new one': { answers: wouldProve('new-address'), shows: question },
    busy: {
      answers: { ...wouldProve('account'), [prove]: 'never' },
      open: press('確認する'),
      shows: (page) => page.getByText('確認中…'),
    },
    refused: {
      answers: { ...wouldProve('account'), [prove]: refused(409, 'email_taken') },
      open: press('確認する'),
      shows: (page) => page.getByRole('alert'),
    },
    done: {
      answers: { ...wouldProve('account'), [prove]: { status: 204 } },
      open: press('確認する'),
      shows: heading('メールアドレスを確認しました'),
    },
    disowned: {
      answers: { ...wouldProve('account'), [disown]: { status: 204 } },
      open: press('心当たりがない'),
      shows: heading('このアカウントには誰もログインできなくなりました'),
    },
    'used before': { answers: { [proof]: { json: { status: 'confirmed' } } }, shows: heading('確認は済んでいます') },
    invalid: used(proof),
    failed: { answers: { [proof]: failing }, shows: heading('メールアドレスを確認できませんでした') },
  },
  false,
)
