import type { Page } from '@playwright/test'
import { invitation as invitationOf } from '#contract/testing/invitations.ts'
import { type Answer, colleague, failing, me, openState, type State } from './states.ts'
import { test } from './still-clock.ts'
import { expect } from './test.ts'
import { chooseService } from './services.ts'

/** One sentence of docs/specification/8-errors.md, and the steps to it. `as`: where it is shown. */
type Case = {
  name: string
  path: string
  signedOut?: boolean
  answers?: Record<string, Answer>
  act?: State['open']
  as: 'error' | 'success' | 'info' | 'text'
  says: string | RegExp
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).last().click()
const fill = (page: Page, label: string | RegExp, text: string) => page.getByLabel(label).last().fill(text)

async function login(page: Page) {
  await fill(page, 'メールアドレス', 'misaki@hinode.example')
  await fill(page, 'パスワード', 'asanoasanoasa')
  await press(page, /^ログイン$/u)
}
async function signUp(page: Page) {
  await fill(page, '姓', '佐伯')
  await fill(page, /^名$/u, '美咲')
  await fill(page, 'メールアドレス', 'misaki@hinode.example')
  await fill(page, /^パスワード/u, 'asanoasanoasa')
  await page.getByRole('checkbox').check()
  await press(page, 'アカウントを作成')
}
async function writeReport(page: Page) {
  await press(page, '日報を書く')
  await fill(page, '昨日やったこと', '設計')
  await fill(page, '今日やること', '実装')
  await press(page, /^提出する/u)
}
async function writeInsight(page: Page) {
  await press(page, 'ふりかえりを書く')
  await fill(page, /^内容/u, '朝に困りごとを書く')
  await press(page, /^投稿する/u)
}
async function saveProfile(page: Page) {
  await press(page, 'プロフィールを編集')
  await fill(page, /^表示名/u, 'みさき')
  await press(page, '保存する')
}
async function changePassword(page: Page) {
  await press(page, 'パスワードを変更')
  await fill(page, /^新しいパスワード(?!\()/u, 'asanoasa')
  await fill(page, '新しいパスワード(確認)', 'asanoasa')
  await press(page, '保存する')
}
async function saveTasks(page: Page) {
  await press(page, 'タスクを登録')
  await page.getByRole('textbox', { name: /^タスク/u }).fill('PRレビュー')
  await press(page, '保存する')
}
const invite = (email: string) => async (page: Page) => {
  await press(page, 'メンバーを招待')
  await fill(page, '招待するメールアドレス', email)
  await press(page, '招待を送る')
}
const connect = (provider: 'Backlog' | 'Jira') => async (page: Page) => {
  await chooseService(page, provider)
  if (provider === 'Jira') {
    await fill(page, /^ドメイン/u, 'hinode.atlassian.net')
    await page
      .getByRole('dialog')
      .getByLabel(/^メールアドレス/u)
      .fill('misaki@hinode.example')
    await fill(page, /^APIトークン/u, 'secret')
  } else {
    await fill(page, /^スペースID/u, 'hinode')
    await fill(page, /^APIキー/u, 'secret')
  }
  await press(page, '接続する')
}
async function cancelInvitation(page: Page) {
  await press(page, /招待を取り消す$/u)
  await press(page, '取り消す')
}
const pending = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.getByRole('tab', { name: /^招待中/u }).click()
  await act(page)
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
  user_id: colleague(2, '早川', '蓮').id,
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
  { name: 'S8.06 login', path: '/login', signedOut: true, answers: { 'POST /auth/login': failing }, act: login, as: 'text', says: 'ログインに失敗しました' },
  { name: 'S8.13 sign-up', path: '/signup', signedOut: true, answers: { 'POST /onboarding': failing }, act: signUp, as: 'error', says: '登録に失敗しました。もう一度お試しください。' },
  { name: 'S8.14 signed up', path: '/signup', signedOut: true, answers: { 'POST /onboarding': created }, act: signUp, as: 'success', says: 'アカウントの作成が完了しました' },
  { name: 'S8.15 invitation details', path: '/invitation?token=x', signedOut: true, answers: { 'GET /invitations/verify/x': failing }, as: 'text', says: '招待情報の取得に失敗しました' },
  { name: 'S8.16 invitation invalid', path: '/invitation?token=x', signedOut: true, answers: { 'GET /invitations/verify/x': { json: { valid: false, reason: 'used' } } }, as: 'text', says: '招待が無効です' },
  { name: 'S8.18 insight form', path: '/?page=activity', answers: { 'POST /insights': refused }, act: writeInsight, as: 'text', says: /インサイトの作成に失敗しました/u },
  { name: 'S8.19 insight panel', path: '/?page=activity', answers: { 'POST /insights': failing }, act: writeInsight, as: 'error', says: /インサイトの送信に失敗しました/u },
  { name: 'S8.22 reports load', path: '/', answers: { 'GET /daily-reports': failing }, as: 'text', says: '日報を読み込めませんでした' },
  { name: 'S8.23 report submit', path: '/', answers: { 'POST /daily-reports': failing }, act: writeReport, as: 'error', says: /レポートの送信に失敗しました/u },
  { name: 'S8.25 monthly load', path: '/?page=monthly-report', answers: { 'GET /monthly-reports/achievement/my': failing }, as: 'text', says: '月報を読み込めませんでした' },
  { name: 'S8.26 tasks load', path: '/settings?tab=frequent-tasks', answers: { 'GET /frequent_tasks': failing }, as: 'text', says: 'まだ登録されていません' },
  { name: 'S8.27 profile', path: '/settings', answers: { 'PATCH /users/me/profile': { json: me } }, act: saveProfile, as: 'success', says: 'ユーザー情報を更新しました' },
  { name: 'S8.27 profile failed', path: '/settings', answers: { 'PATCH /users/me/profile': failing }, act: saveProfile, as: 'error', says: /ユーザー情報の更新に失敗しました/u },
  { name: 'S8.28 password', path: '/settings', answers: { 'PATCH /users/me/password': gone }, act: changePassword, as: 'success', says: 'パスワードを変更しました' },
  { name: 'S8.28 password failed', path: '/settings', answers: { 'PATCH /users/me/password': failing }, act: changePassword, as: 'error', says: /パスワードの変更に失敗しました/u },
  { name: 'S8.29 tasks', path: '/settings?tab=frequent-tasks', answers: { 'POST /frequent_tasks': { json: { id: 'x', task_list: 'PRレビュー', usage: [] } } }, act: saveTasks, as: 'success', says: 'よくやるタスクを保存しました' },
  { name: 'S8.29 tasks failed', path: '/settings?tab=frequent-tasks', answers: { 'POST /frequent_tasks': failing }, act: saveTasks, as: 'error', says: /よくやるタスクを保存できませんでした/u },
  { name: 'S8.31 disconnect', path: '/settings', answers: { 'GET /connections': connected, 'DELETE /connections/github': gone }, act: (page) => press(page, 'GitHubの接続を解除'), as: 'success', says: 'GitHubの接続を解除しました' },
  { name: 'S8.31 disconnect failed', path: '/settings', answers: { 'GET /connections': connected, 'DELETE /connections/github': failing }, act: (page) => press(page, 'GitHubの接続を解除'), as: 'error', says: /GitHubの接続を解除できませんでした/u },
  { name: 'S8.32 Backlog', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/backlog': { json: { provider: 'backlog', account: 'hinode' } } }, act: connect('Backlog'), as: 'success', says: 'Backlogに接続しました' },
  { name: 'S8.32 Backlog failed', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/backlog': { status: 500, json: {} } }, act: connect('Backlog'), as: 'error', says: /Backlogに接続できませんでした/u },
  { name: 'S8.33 Jira', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/jira': { json: { provider: 'jira', account: 'hinode' } } }, act: connect('Jira'), as: 'success', says: 'Jiraに接続しました' },
  { name: 'S8.33 Jira failed', path: '/settings', answers: { 'GET /connections': connected, 'POST /connections/jira': { status: 500, json: {} } }, act: connect('Jira'), as: 'error', says: /Jiraに接続できませんでした/u },
  { name: 'S8.34 connections load', path: '/settings', answers: { 'GET /connections': failing }, as: 'text', says: '外部アカウントを読み込めませんでした。' },
  { name: 'S8.35 import', path: '/settings?tab=backlog-settings', answers: { 'GET /connections': connected, 'POST /backlogs/github/issues/import': { json: { message: '3件を取り込みました' } } }, act: (page) => press(page, '取り込む'), as: 'success', says: '3件を取り込みました' },
  { name: 'S8.35 import failed', path: '/settings?tab=backlog-settings', answers: { 'GET /connections': connected, 'POST /backlogs/github/issues/import': { status: 500, json: {} } }, act: (page) => press(page, '取り込む'), as: 'error', says: 'GitHubの課題を取り込めませんでした' },
  { name: 'S8.36 team load, in the list', path: '/team', answers: { 'GET /users': failing, ...oneInvitation }, as: 'text', says: 'チームの情報を読み込めませんでした' },
  { name: 'S8.37 invite', path: '/team', answers: { ...oneInvitation, 'POST /invitations': { status: 201, json: { ...invitation, email: 'kenta@hinode.example' } } }, act: invite('kenta@hinode.example'), as: 'success', says: 'kenta@hinode.exampleに招待を送りました' },
  { name: 'S8.37 invite failed', path: '/team', answers: { ...oneInvitation, 'POST /invitations': failing }, act: invite('kenta@hinode.example'), as: 'error', says: /招待を送れませんでした/u },
  { name: 'S8.38 resend', path: '/team', answers: { ...oneInvitation, [`POST /invitations/${invitation.id}/resend`]: { json: invitation } }, act: pending((page) => press(page, /招待を再送$/u)), as: 'success', says: 'shiori@hinode.exampleに招待を再送しました' },
  { name: 'S8.38 resend failed', path: '/team', answers: { ...oneInvitation, [`POST /invitations/${invitation.id}/resend`]: failing }, act: pending((page) => press(page, /招待を再送$/u)), as: 'error', says: /招待を再送できませんでした/u },
  { name: 'S8.39 cancel', path: '/team', answers: { ...oneInvitation, [`DELETE /invitations/${invitation.id}`]: gone }, act: pending(cancelInvitation), as: 'success', says: 'shiori@hinode.exampleへの招待を取り消しました' },
  { name: 'S8.39 cancel failed', path: '/team', answers: { ...oneInvitation, [`DELETE /invitations/${invitation.id}`]: failing }, act: pending(cancelInvitation), as: 'error', says: /招待を取り消せませんでした/u },
  { name: 'S8.40 Slack users', path: '/team', answers: { ...oneInvitation, ...withSlack, 'GET /slack/users': { json: [] } }, act: (page) => press(page, 'Slackで招待'), as: 'success', says: 'Slackのユーザーを読み込みました' },
  { name: 'S8.40 Slack users failed', path: '/team', answers: { ...oneInvitation, ...withSlack, 'GET /slack/users': failing }, act: (page) => press(page, 'Slackで招待'), as: 'error', says: /Slackのユーザーを読み込めませんでした/u },
  { name: 'S8.42 email required', path: '/team', answers: oneInvitation, act: invite('  '), as: 'text', says: 'メールアドレスを入力してください' },
  { name: 'S8.42 invalid email', path: '/team', answers: oneInvitation, act: invite('a b@hinode.example'), as: 'text', says: '有効なメールアドレスを入力してください' },
] // prettier-ignore

/** The element that announces a message of each kind: the page, or a toast. */
const places = {
  error: '[role=alert], [aria-live=assertive] [data-toast]',
  success: '[aria-live=polite] [data-toast]',
  info: '[aria-live=polite] [data-toast]',
} as const

for (const { name, path, signedOut = false, answers = {}, act, as, says } of cases)
  test(name, async ({ page }) => {
    await openState(page, path, { answers, ...(act && { open: act }) }, !signedOut)
    const said = as === 'text' ? page.getByText(says) : page.locator(places[as]).filter({ hasText: says })
    await expect(said.first()).toBeVisible()
  })

test('S8.20, S8.21: shows no error if insights cannot be loaded or a like is rejected', async ({ page }) => {
  const answers = {
    'GET /insights': { json: { insights: [insight] } },
    'GET /activity': failing,
    [`POST /insights/${insight.id}/like`]: failing,
  }
  await openState(page, '/?page=activity', { answers })
  const like = page.getByRole('button', { name: /いいね/u })
  await like.click()
  await expect(like).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator(places.error)).toHaveCount(0)
})

test('S8.24: shows an empty form if the latest report cannot be loaded', async ({ page }) => {
  await openState(page, '/', { answers: { 'GET /daily-reports/my/latest': failing } })
  await press(page, '日報を書く')
  await expect(page.getByLabel('昨日やったこと')).toHaveValue('')
  await expect(page.locator(places.error)).toHaveCount(0)
})
