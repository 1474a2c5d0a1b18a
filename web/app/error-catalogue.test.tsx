import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { invitation as invitationOf } from '#contract/testing/invitations.ts'
import { member, signedIn } from '#contract/testing/members.ts'
import { type Answer as Response, eachOnTheDay, openApp } from '../testing/app.tsx'

// These tests check that the application announces each sentence of docs/specification/8-errors.md to screen readers.
eachOnTheDay()

/** The response to a call. Without `status` it is 200. */
type Answer = { status?: number; json?: unknown }
/** The steps that show one sentence. `as`: the error or success message of a page or toast, or plain text. */
type Case = {
  name: string
  path: string
  signedOut?: boolean
  answers?: Record<string, Answer>
  act?: (user: UserEvent) => Promise<unknown>
  as: 'error' | 'success' | 'text'
  says: string | RegExp
}

const me = signedIn(member('misaki', '佐伯', '美咲'))
const failing: Answer = { status: 500, json: { code: 'internal', message: 'サーバーで問題が起きました。' } }

/** Returns a function that tests whether a text contains the string or matches the expression. */
const part = (wanted: string | RegExp) => (text: string) =>
  typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)
const lastEnabled = (find: () => HTMLElement[]) =>
  waitFor(() => {
    const found = find().at(-1)!
    expect(found.matches(':disabled, [aria-disabled=true]')).toBe(false)
    return found
  })

const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await lastEnabled(() => screen.getAllByRole('button', { name: part(name) })))

async function fill(user: UserEvent, label: string | RegExp, text: string) {
  const field = await lastEnabled(() => screen.getAllByLabelText(part(label), { selector: 'input, textarea' }))
  await user.clear(field)
  await user.type(field, text)
}

async function login(user: UserEvent) {
  await fill(user, 'メールアドレス', 'misaki@hinode.example')
  await fill(user, 'パスワード', 'asanoasanoasa')
  await press(user, /^ログイン$/u)
}
async function signUp(user: UserEvent) {
  await fill(user, '姓', '佐伯')
  await fill(user, /^名$/u, '美咲')
  await fill(user, 'メールアドレス', 'misaki@hinode.example')
  await fill(user, /^パスワード/u, 'asanoasanoasa')
  await user.click(screen.getByRole('checkbox'))
  await press(user, 'アカウントを作成')
}
async function writeReport(user: UserEvent) {
  await press(user, '日報を書く')
  await fill(user, '昨日やったこと', '設計')
  await fill(user, '今日やること', '実装')
  await press(user, /^提出する/u)
}
async function writeInsight(user: UserEvent) {
  await press(user, 'ふりかえりを書く')
  await fill(user, /^内容/u, '朝に困りごとを書く')
  await press(user, /^投稿する/u)
}
async function saveProfile(user: UserEvent) {
  await press(user, 'プロフィールを編集')
  await fill(user, /^表示名/u, 'みさき')
  await press(user, '保存する')
}
async function changePassword(user: UserEvent) {
  await press(user, 'パスワードを変更')
  await fill(user, /^新しいパスワード(?!\()/u, 'asanoasa')
  await fill(user, '新しいパスワード(確認)', 'asanoasa')
  await press(user, '保存する')
}
async function saveTasks(user: UserEvent) {
  await press(user, 'タスクを登録')
  await user.type(await screen.findByRole('textbox', { name: /^タスク/u }), 'PRレビュー')
  await press(user, '保存する')
}
const invite = (email: string) => async (user: UserEvent) => {
  await press(user, 'メンバーを招待')
  await fill(user, '招待するメールアドレス', email)
  await press(user, '招待を送る')
}
const connect = (provider: 'Backlog' | 'Jira') => async (user: UserEvent) => {
  await press(user, /課題管理ツールに接続/u)
  await user.click(await screen.findByRole('option', { name: part(provider) }))
  if (provider === 'Jira') {
    await fill(user, /^ドメイン/u, 'hinode.atlassian.net')
    await user.type(
      within(await screen.findByRole('dialog')).getByLabelText(/^メールアドレス/u),
      'misaki@hinode.example',
    )
    await fill(user, /^APIトークン/u, 'secret')
  } else {
    await fill(user, /^スペースID/u, 'hinode')
    await fill(user, /^APIキー/u, 'secret')
  }
  await press(user, '接続する')
}
async function cancelInvitation(user: UserEvent) {
  await press(user, /招待を取り消す$/u)
  await press(user, '招待を取り消す')
}
const pending = (act: (user: UserEvent) => Promise<unknown>) => async (user: UserEvent) => {
  await user.click(await screen.findByRole('tab', { name: /^招待中/u }))
  await act(user)
}

const created: Answer = { status: 201, json: {} }
const gone: Answer = { status: 204 }
const invitation = invitationOf({ email: 'shiori@hinode.example' })
const oneInvitation: Record<string, Answer> = { 'GET /invitations': { json: { invitations: [invitation] } } }
const connected: Answer = {
  json: { connections: [{ provider: 'github', account: 'misaki', connected_at: '2026-10-01T09:00:00+09:00' }] },
}
const withSlack: Record<string, Answer> = { 'GET /users/me': { json: { ...me, is_slack_available: true } } }
const insight = {
  id: '01998d5c-0000-7000-8004-000000000001',
  user_id: '01998d5c-0000-7000-8000-000000000002',
  user_name: '早川 蓮',
  type: 'keep',
  note: '小さく分ける',
  likes: 4,
  liked: false,
  created_at: '2026-10-22T09:00:00+09:00',
}
const refused: Answer = {
  status: 400,
  json: {
    code: 'invalid_input',
    message: '入力内容を確認してください。',
    errors: [{ field: 'note', code: 'invalid_characters', message: '使えない文字が含まれています' }],
  },
}

const cases: Case[] = [
  { name: 'S8.06 login failed', path: '/login', signedOut: true, answers: { 'POST /auth/login': failing }, act: login, as: 'text', says: 'ログインに失敗しました' },
  { name: 'S8.13 sign-up failed', path: '/signup', signedOut: true, answers: { 'POST /onboarding': failing }, act: signUp, as: 'error', says: '登録に失敗しました。もう一度お試しください。' },
  { name: 'S8.14 signed up', path: '/signup', signedOut: true, answers: { 'POST /onboarding': created }, act: signUp, as: 'success', says: 'アカウントの作成が完了しました' },
  { name: 'S8.15 invitation details failed to load', path: '/invitation?token=x', signedOut: true, answers: { 'GET /invitations/verify/x': failing }, as: 'text', says: '招待情報の取得に失敗しました' },
  { name: 'S8.16 invitation invalid', path: '/invitation?token=x', signedOut: true, answers: { 'GET /invitations/verify/x': { json: { valid: false, reason: 'used' } } }, as: 'text', says: '招待が無効です' },
  { name: 'S8.18 insight rejected', path: '/?page=activity', answers: { 'POST /insights': refused }, act: writeInsight, as: 'text', says: /インサイトの作成に失敗しました/u },
  { name: 'S8.19 insight failed', path: '/?page=activity', answers: { 'POST /insights': failing }, act: writeInsight, as: 'error', says: /インサイトの送信に失敗しました/u },
  { name: 'S8.22 reports failed to load', path: '/', answers: { 'GET /daily-reports': failing }, as: 'text', says: '日報を読み込めませんでした' },
  { name: 'S8.23 report failed', path: '/', answers: { 'POST /daily-reports': failing }, act: writeReport, as: 'error', says: /レポートの送信に失敗しました/u },
  { name: 'S8.25 monthly report failed to load', path: '/?page=monthly-report', answers: { 'GET /monthly-reports/achievement/my': failing }, as: 'text', says: '月報を読み込めませんでした' },
  { name: 'S8.26 tasks failed to load', path: '/settings?tab=frequent-tasks', answers: { 'GET /frequent_tasks': failing }, as: 'text', says: 'まだ登録されていません' },
  { name: 'S8.27 profile saved', path: '/settings', answers: { 'PATCH /users/me/profile': { json: me } }, act: saveProfile, as: 'success', says: 'ユーザー情報を更新しました' },
  { name: 'S8.27 profile failed', path: '/settings', answers: { 'PATCH /users/me/profile': failing }, act: saveProfile, as: 'error', says: /ユーザー情報の更新に失敗しました/u },
  { name: 'S8.28 password saved', path: '/settings', answers: { 'PATCH /users/me/password': gone }, act: changePassword, as: 'success', says: 'パスワードを変更しました' },
  { name: 'S8.28 password failed', path: '/settings', answers: { 'PATCH /users/me/password': failing }, act: changePassword, as: 'error', says: /パスワードの変更に失敗しました/u },
  { name: 'S8.29 tasks saved', path: '/settings?tab=frequent-tasks', answers: { 'POST /frequent_tasks': { json: { id: 'x', task_list: 'PRレビュー', usage: [] } } }, act: saveTasks, as: 'success', says: 'よくやるタスクを保存しました' },
  { name: 'S8.29 tasks failed', path: '/settings?tab=frequent-tasks', answers: { 'POST /frequent_tasks': failing }, act: saveTasks, as: 'error', says: /よくやるタスクを保存できませんでした/u },
  { name: 'S8.31 disconnect', path: '/settings', answers: { 'GET /connections': connected, 'DELETE /connections/github': gone }, act: (user) => press(user, 'GitHubの接続を解除'), as: 'success', says: 'GitHubの接続を解除しました' },
  { name: 'S8.31 disconnect failed', path: '/settings', answers: { 'GET /connections': connected, 'DELETE /connections/github': failing }, act: (user) => press(user, 'GitHubの接続を解除'), as: 'error', says: /GitHubの接続を解除できませんでした/u },
  { name: 'S8.32 Backlog', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/backlog': { json: { provider: 'backlog', account: 'hinode' } } }, act: connect('Backlog'), as: 'success', says: 'Backlogに接続しました' },
  { name: 'S8.32 Backlog failed', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/backlog': { status: 500, json: {} } }, act: connect('Backlog'), as: 'error', says: /Backlogに接続できませんでした/u },
  { name: 'S8.33 Jira', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/jira': { json: { provider: 'jira', account: 'hinode' } } }, act: connect('Jira'), as: 'success', says: 'Jiraに接続しました' },
  { name: 'S8.33 Jira failed', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/jira': { status: 500, json: {} } }, act: connect('Jira'), as: 'error', says: /Jiraに接続できませんでした/u },
  { name: 'S8.34 connections failed to load', path: '/settings', answers: { 'GET /connections': failing }, as: 'text', says: '外部アカウントを読み込めませんでした。' },
  { name: 'S8.35 import', path: '/settings?tab=backlog-settings', answers: { 'GET /connections': connected, 'POST /backlogs/github/issues/import': { json: { message: '3件を取り込みました' } } }, act: (user) => press(user, '取り込む'), as: 'success', says: '3件を取り込みました' },
  { name: 'S8.35 import failed', path: '/settings?tab=backlog-settings', answers: { 'GET /connections': connected, 'POST /backlogs/github/issues/import': { status: 500, json: {} } }, act: (user) => press(user, '取り込む'), as: 'error', says: 'GitHubの課題を取り込めませんでした' },
  { name: 'S8.36 team failed to load, in the list', path: '/team', answers: { 'GET /users': failing, ...oneInvitation }, as: 'text', says: 'チームの情報を読み込めませんでした' },
  { name: 'S8.37 invite', path: '/team', answers: { ...oneInvitation, 'POST /invitations': { status: 201, json: { ...invitation, email: 'kenta@hinode.example' } } }, act: invite('kenta@hinode.example'), as: 'success', says: 'kenta@hinode.exampleに招待を送りました' },
  { name: 'S8.37 invite failed', path: '/team', answers: { ...oneInvitation, 'POST /invitations': failing }, act: invite('kenta@hinode.example'), as: 'error', says: /招待を送れませんでした/u },
  { name: 'S8.38 resend', path: '/team', answers: { ...oneInvitation, [`POST /invitations/${invitation.id}/resend`]: { json: invitation } }, act: pending((user) => press(user, /招待を再送$/u)), as: 'success', says: 'shiori@hinode.exampleに招待を再送しました' },
  { name: 'S8.38 resend failed', path: '/team', answers: { ...oneInvitation, [`POST /invitations/${invitation.id}/resend`]: failing }, act: pending((user) => press(user, /招待を再送$/u)), as: 'error', says: /招待を再送できませんでした/u },
  { name: 'S8.39 cancel', path: '/team', answers: { ...oneInvitation, [`DELETE /invitations/${invitation.id}`]: gone }, act: pending(cancelInvitation), as: 'success', says: 'shiori@hinode.exampleへの招待を取り消しました' },
  { name: 'S8.39 cancel failed', path: '/team', answers: { ...oneInvitation, [`DELETE /invitations/${invitation.id}`]: failing }, act: pending(cancelInvitation), as: 'error', says: /招待を取り消せませんでした/u },
  { name: 'S8.40 Slack users', path: '/team', answers: { ...oneInvitation, ...withSlack, 'GET /slack/users': { json: [] } }, act: (user) => press(user, 'Slackで招待'), as: 'success', says: 'Slackのユーザーを読み込みました' },
  { name: 'S8.40 Slack users failed', path: '/team', answers: { ...oneInvitation, ...withSlack, 'GET /slack/users': failing }, act: (user) => press(user, 'Slackで招待'), as: 'error', says: /Slackのユーザーを読み込めませんでした/u },
  { name: 'S8.42 email required', path: '/team', answers: oneInvitation, act: invite('  '), as: 'text', says: 'メールアドレスを入力してください' },
  { name: 'S8.42 invalid email', path: '/team', answers: oneInvitation, act: invite('a b@hinode.example'), as: 'text', says: '有効なメールアドレスを入力してください' },
] // prettier-ignore

/** The element that announces a message of each kind: the page, or a toast. */
const places = {
  error: '[role=alert], [aria-live=assertive] [data-toast]',
  success: '[aria-live=polite] [data-toast]',
} as const
const announced = (kind: keyof typeof places) =>
  [...document.querySelectorAll(places[kind])].map(({ textContent }) => textContent)

/** Adds each path with a slash at the end as well, because the client requests some lists in that form. */
const responsesOf = (answers: Record<string, Answer>): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([call, { status = 200, json }]) =>
      [call, `${call}/`].map((each) => [each, { status, body: json }]),
    ),
  )

async function open({ path, answers = {}, signedOut }: Pick<Case, 'path' | 'answers' | 'signedOut'>) {
  if (signedOut) localStorage.clear()
  return openApp(path, responsesOf(answers))
}

test.each(cases)('the page shows the specified message for $name', async ({ act, as, says, ...shown }) => {
  const { user } = await open(shown)
  await act?.(user)
  if (as === 'text') await screen.findAllByText(part(says))
  else await waitFor(() => expect(announced(as)).toContainEqual(expect.toSatisfy(part(says))))
})

test('no error message appears if insights cannot be loaded or a like is rejected (S8.20, S8.21)', async () => {
  const answers = {
    'GET /insights': { json: { insights: [insight] } },
    'GET /activity': failing,
    [`POST /insights/${insight.id}/like`]: failing,
  }
  const { user, sent } = await open({ path: '/?page=activity', answers })
  await press(user, /いいね/u)
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`POST /insights/${insight.id}/like`))
  const like = screen.getByRole('button', { name: /いいね/u })
  await waitFor(() => expect(like.getAttribute('aria-pressed')).toBe('false'))
  expect(announced('error')).toEqual([])
})

test('the form is empty if the latest report cannot be loaded (S8.24)', async () => {
  const { user } = await open({ path: '/', answers: { 'GET /daily-reports/my/latest': failing } })
  await press(user, '日報を書く')
  expect(await screen.findByLabelText<HTMLTextAreaElement>(/昨日やったこと/u)).toHaveProperty('value', '')
  expect(announced('error')).toEqual([])
})
