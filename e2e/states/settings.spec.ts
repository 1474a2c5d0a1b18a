import { providers, type WebhookProvider } from '#contract/providers.ts'
import { type Answer, failing, loadingBelow, me, type State, testStates, unread } from '../states.ts'
import { chooseService, lineOf } from '../services.ts'

const connection = (provider: string, account: string) => ({
  provider,
  account,
  connected_at: '2026-10-01T09:00:00+09:00',
})
const connected = {
  json: {
    connections: [
      connection('slack', 'hinode.slack.com'),
      { ...connection('github', '@misaki-saeki'), connect_again: true },
      connection('backlog', 'hinode'),
    ],
    destinations: ['slack'],
  },
}
const nothing = { json: { connections: [], destinations: [] } }
/** The response for a webhook that was deleted at the service. */
const notAccepted = {
  status: 400,
  json: {
    code: 'connection_refused',
    message: 'Discordがこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。',
  },
}
const webhookDialog = (provider: WebhookProvider, url: string, answer: Answer, sentence: string): State => ({
  answers: {
    'GET /users/me': { json: { ...me, is_admin: true } },
    'GET /connections': nothing,
    [`POST /connections/${provider}`]: answer,
  },
  open: async (page) => {
    await chooseService(page, providers[provider].name)
    await page.getByLabel('WebhookのURL').fill(url)
    await page.keyboard.press('Enter')
  },
  shows: (page) => page.getByRole('dialog').getByText(sentence),
})
const tab = (id: string) => `/settings?tab=${id}`

testStates("the team's settings, chats", '/team?tab=settings', {
  'Google Chat dialog, refused': webhookDialog(
    'google-chat',
    'https://chat.googleapis.com/v1/spaces/A/messages?key=k3y&token=t0ken',
    failing,
    'サーバーで問題が起きました。',
  ),
  'Discord dialog, not accepted': webhookDialog(
    'discord',
    'https://discord.com/api/webhooks/1/t0ken',
    notAccepted,
    'Discordがこの接続を受け付けませんでした。',
  ),
})

testStates('settings, user-info', tab('user-info'), {
  ...unread(['GET /connections'], { heading: '外部アカウント', failed: '外部アカウントを読み込めませんでした。' }),
  empty: {
    answers: { 'GET /connections': nothing },
    shows: (page) => lineOf(page, 'Apple'),
  },
  filled: { answers: { 'GET /connections': connected }, shows: (page) => page.getByText('hinode.slack.com') },
  'an own schedule': {
    answers: {
      'GET /connections': nothing,
      'GET /users/me': {
        json: {
          ...me,
          schedule: { writes: true, time_zone: 'America/New_York', working_days: [1, 2, 3, 4], reminder_hour: 8 },
        },
      },
    },
    shows: (page) => page.getByRole('button', { name: 'チームに合わせる' }),
  },
  'only reading': {
    answers: {
      'GET /connections': nothing,
      'GET /users/me': { json: { ...me, writes: false, schedule: { ...me.schedule, writes: false } } },
    },
    shows: (page) => page.getByRole('switch', { name: '日報を書く', checked: false }),
  },
  'editing, with errors': {
    answers: { 'GET /connections': nothing },
    open: async (page) => {
      await page.getByRole('button', { name: 'プロフィールを編集' }).click()
      await page.getByLabel('姓', { exact: true }).fill('')
      await page.getByRole('button', { name: '保存する' }).click()
      await page.getByText('入力してください').waitFor()
      await page.getByRole('button', { name: 'パスワードを変更' }).click()
    },
    shows: (page) => page.getByLabel('新しいパスワード(確認)'),
  },
  'asking for the current password before a new email': {
    answers: {
      'GET /connections': nothing,
      'PATCH /users/me/profile': { status: 403, json: { code: 'reauthentication_required', message: '' } },
    },
    open: async (page) => {
      await page.getByRole('button', { name: 'プロフィールを編集' }).click()
      await page.getByLabel('メールアドレス').fill('misaki.saeki@hinode.example')
      await page.getByRole('button', { name: '保存する' }).click()
    },
    shows: (page) => page.getByLabel('現在のパスワード'),
  },
  'the list of services': {
    answers: { 'GET /connections': nothing },
    open: (page) => lineOf(page, 'Backlog').click(),
    shows: (page) => page.getByRole('option', { name: 'Jira' }),
  },
  'services that this server does not offer': {
    answers: { 'GET /connections': nothing },
    open: (page) => lineOf(page, 'Microsoft').click(),
    shows: (page) => page.getByRole('dialog').getByText('Microsoft'),
  },
  'Backlog dialog': {
    answers: { 'GET /connections': nothing },
    open: (page) => chooseService(page, 'Backlog'),
    shows: (page) => page.getByRole('dialog').getByLabel('APIキー'),
  },
  'Jira dialog, refused': {
    answers: { 'GET /connections': nothing, 'POST /connections/jira': failing },
    open: async (page) => {
      await chooseService(page, 'Jira')
      await page.getByLabel('ドメイン').fill('hinode.atlassian.net')
      await page.getByRole('dialog').getByLabel('メールアドレス').fill('misaki@hinode.example')
      await page.getByLabel('APIトークン').fill('t0ken')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByRole('dialog').getByText('サーバーで問題が起きました。'),
  },
})

testStates('settings, notifications', tab('notifications'), {
  loading: { answers: { 'GET /connections': 'never' }, shows: (page) => loadingBelow(page, '設定') },
  error: {
    answers: { 'GET /connections': failing },
    shows: (page) => page.getByText('外部アカウントを読み込めませんでした。'),
  },
  connected: { answers: { 'GET /connections': connected }, shows: (page) => page.getByText('接続済み') },
  filled: {
    answers: {
      'GET /connections': connected,
      'GET /users/me': {
        json: {
          ...me,
          settings: { ...me.settings, notifications: { daily_report: true, destination: 'google-chat' } },
        },
      },
    },
    shows: (page) => page.getByRole('radio', { name: 'Google Chat' }),
  },
  'chosen, and not connected': {
    answers: {
      'GET /connections': connected,
      'GET /users/me': {
        json: { ...me, settings: { ...me.settings, notifications: { daily_report: true, destination: 'discord' } } },
      },
    },
    shows: (page) => page.getByText('Discordに接続していないため、日報は届きません。'),
  },
})

testStates('settings, backlog-settings', tab('backlog-settings'), {
  'not connected': {
    answers: { 'GET /connections': nothing },
    shows: (page) => page.getByText('自動同期を使うには、先に課題のサービスに接続してください。'),
  },
  importing: {
    answers: { 'GET /connections': connected, 'POST /backlogs/github/issues/import': 'never' },
    open: (page) => page.getByRole('button', { name: '取り込む', exact: true }).click(),
    shows: (page) => page.getByText('取り込み中…'),
  },
  filled: {
    answers: {
      'GET /connections': connected,
      'GET /backlogs/syncs': {
        json: [
          { source: 'github', synced_at: '2026-10-23T08:05:00+09:00', failure: null },
          { source: 'backlog', synced_at: '2026-10-23T09:00:00+09:00', failure: 'Backlog: HTTP 500 – 応答しません。' },
        ],
      },
    },
    shows: (page) => page.getByText('Backlog: HTTP 500 – 応答しません。'),
  },
})

testStates('settings, language', tab('language'), {
  filled: { shows: (page) => page.getByRole('combobox') },
})

testStates('settings, app-info', tab('app-info'), {
  filled: { shows: (page) => page.getByText('1.0.0') },
})
