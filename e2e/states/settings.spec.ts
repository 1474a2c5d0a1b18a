import { failing, me, testStates } from '../states.ts'

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
const undelivered = [
  {
    id: '01998d5c-0000-7000-8000-000000000001',
    kind: 'report',
    day: '2026-10-23',
    destination: 'slack',
    failure: 'SlackのチャンネルにAsakaiが入っていません。チャンネルに招待してください。',
    updated_at: '2026-10-23T09:00:00+09:00',
  },
  {
    id: '01998d5c-0000-7000-8000-000000000002',
    kind: 'reminder',
    day: '2026-10-23',
    destination: 'mail',
    failure: '届いたかどうか分かりません。',
    updated_at: '2026-10-23T10:00:00+09:00',
  },
]
const tab = (id: string) => `/settings?tab=${id}`

testStates('settings, user-info', tab('user-info'), {
  loading: {
    answers: { 'GET /connections': 'never' },
    shows: (page) => page.getByText('外部アカウントを読み込んでいます'),
  },
  error: {
    answers: { 'GET /connections': failing },
    shows: (page) => page.getByText('外部アカウントを読み込めませんでした。'),
  },
  empty: {
    answers: { 'GET /connections': nothing },
    shows: (page) => page.getByRole('button', { name: 'Appleに接続' }),
  },
  filled: { answers: { 'GET /connections': connected }, shows: (page) => page.getByText('hinode.slack.com') },
  'Backlog dialog': {
    answers: { 'GET /connections': nothing },
    open: (page) => page.getByRole('button', { name: 'Backlogに接続' }).click(),
    shows: (page) => page.getByRole('dialog').getByLabel('APIキー'),
  },
  'Jira dialog, refused': {
    answers: { 'GET /connections': nothing, 'POST /connections/jira': failing },
    open: async (page) => {
      await page.getByRole('button', { name: 'Jiraに接続' }).click()
      await page.getByLabel('ドメイン').fill('hinode.atlassian.net')
      await page.getByRole('dialog').getByLabel('メールアドレス').fill('misaki@hinode.example')
      await page.getByLabel('APIトークン').fill('t0ken')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByRole('dialog').getByText('サーバーで問題が起きました。'),
  },
  'Google Chat dialog, refused': {
    answers: { 'GET /connections': nothing, 'POST /connections/google-chat': failing },
    open: async (page) => {
      await page.getByRole('button', { name: 'Google Chatに接続' }).click()
      await page.getByLabel('WebhookのURL').fill('https://chat.googleapis.com/v1/spaces/A/messages?key=k3y&token=t0ken')
      await page.keyboard.press('Enter')
    },
    shows: (page) => page.getByRole('dialog').getByText('サーバーで問題が起きました。'),
  },
})

testStates('settings, notifications', tab('notifications'), {
  loading: { answers: { 'GET /connections': 'never' }, shows: (page) => page.getByRole('radio', { name: 'Slack' }) },
  error: {
    answers: { 'GET /connections': failing },
    shows: (page) => page.getByText('外部アカウントを読み込めませんでした。'),
  },
  connected: { answers: { 'GET /connections': connected }, shows: (page) => page.getByText('接続済み') },
  'not known what did not arrive': {
    answers: { 'GET /connections': connected, 'GET /notifications/deliveries': failing },
    shows: (page) => page.getByText('届かなかった通知を読み込めませんでした。'),
  },
  'sending again': {
    answers: {
      'GET /connections': connected,
      'GET /notifications/deliveries': { json: undelivered },
      [`POST /notifications/deliveries/${undelivered[0]!.id}/retry`]: 'never',
    },
    open: (page) => page.getByRole('button', { name: /10月23日 金曜日の日報/u }).click(),
    shows: (page) => page.getByRole('button', { name: '送信中…' }),
  },
  filled: {
    answers: {
      'GET /connections': connected,
      'GET /notifications/deliveries': { json: undelivered },
      'GET /users/me': {
        json: {
          ...me,
          settings: { ...me.settings, notifications: { daily_report: true, destination: 'google-chat' } },
        },
      },
    },
    shows: (page) => page.getByText('SlackのチャンネルにAsakaiが入っていません。'),
  },
})

testStates('settings, backlog-settings', tab('backlog-settings'), {
  'not connected': {
    answers: { 'GET /connections': nothing },
    shows: (page) => page.getByText('取り込むには、先にGitHubに接続してください。'),
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
