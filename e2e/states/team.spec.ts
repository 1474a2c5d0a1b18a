import type { Page } from '@playwright/test'
import type { Delivery } from '#contract/notifications.ts'
import type { SlackUser } from '#contract/slack.ts'
import { importPreview, reportImport } from '#contract/testing/imports.ts'
import { invitation } from '#contract/testing/invitations.ts'
import { undelivered } from '#contract/testing/notifications.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { colleague, failing, me, testStates, unread } from '../states.ts'

const members = [
  me,
  { ...colleague(2, '早川', '蓮'), role: 'developer' },
  { ...colleague(3, 'Tamm', 'Emilia'), role: 'project-manager', last_active: '2026-10-22T18:20:00+09:00' },
  { ...colleague(4, '白川', '悠'), role: 'qa-engineer', is_active: false, deactivated_at: '2026-09-30T12:00:00+09:00' },
]
const invitations = [
  invitation({ role: 'project-manager' }),
  invitation({
    id: '01998d5c-0000-7000-8002-000000000002',
    role: 'project-manager',
    email: 'somebody.with.a.rather.long.address@a-rather-long-domain.hinode.example',
    status: 'expired',
    expires_at: '2026-10-21T18:00:00+09:00',
  }),
]
const setupsCall = `GET /users/${members[1]!.id}/setups`
const setups = {
  [setupsCall]: {
    json: {
      webhooks: [
        { id: '01998d5c-0000-7000-8005-000000000001', url: 'https://hooks.hinode.example/asakai' },
        {
          id: '01998d5c-0000-7000-8005-000000000002',
          url: `https://long.hinode.example/${'a-very-long-path/'.repeat(6)}`,
        },
      ],
      connections: [{ provider: 'discord', account: '#朝会' }],
      invitations: 2,
    },
  },
}
const openDeactivation = async (page: Page) => {
  await page.getByRole('button', { name: '早川 蓮さんのメニュー' }).click()
  await page.getByRole('menuitem', { name: 'メンバーの利用を停止' }).click()
}
const slackUser = (id: string, name: string, exists: boolean): SlackUser => ({
  id,
  real_name: name,
  is_existing_user: exists,
  is_linked: false,
  profile: { image_original: null, display_name_normalized: name, email: `${id}.of.the.workspace@hinode.example` },
})
const pickFile = (page: Page) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: '日報.csv', mimeType: 'text/csv', buffer: Buffer.from('日付,今日\n') })
const importId = (number: number) => `01998d5c-0000-7000-8009-00000000000${number}`
const recentImports = [
  reportImport({ id: importId(1), state: 'going_on', filed: 1_200, total: 5_000, undo_until: null }),
  reportImport({ id: importId(2) }),
  reportImport({ id: importId(3), state: 'failed', filed: 1, user_name: '早川 蓮' }),
  reportImport({ id: importId(4), state: 'undone', undo_until: null, removed: 2, restored: 1, left: 1 }),
]
const filled = { 'GET /users': { json: members }, 'GET /invitations': { json: { invitations } } }
const slack = {
  ...filled,
  'GET /users/me': { json: { ...me, is_slack_available: true } },
  'GET /slack/users': {
    json: [
      slackUser('taku', '白石 拓', false),
      slackUser('akane', '森 あかね', true),
      { ...slackUser('yui', '小林 結衣', false), profile: { email: invitations[0]!.email } },
    ],
  },
}
const deliveries: Delivery[] = [
  undelivered,
  {
    ...undelivered,
    id: '01998d5c-0000-7000-8000-000000000002',
    user_name: 'Emilia Tamm',
    kind: 'reminder',
    destination: 'mail',
    failure: '届いたかどうか分かりません。',
  },
]
const asAdministrator = { ...filled, 'GET /users/me': { json: { ...me, is_admin: true } } }
const namedByCompany = deployment({
  oidc: { name: 'Hinode ID', only: true, names_administrators: true },
  providers: ['oidc'],
})
const openSlack = (page: Page) => page.getByRole('button', { name: 'Slackで招待' }).click()
const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
  await page.getByRole('button', { name: '招待を送る' }).click()
}

testStates('team', '/team', {
  ...unread(['GET /users', 'GET /invitations'], { heading: 'チーム', failed: 'チームの情報を読み込めませんでした' }),
  empty: {
    answers: { 'GET /users': { json: [] }, 'GET /invitations': { json: { invitations: [] } } },
    shows: (page) => page.getByText('メンバーはいません'),
  },
  filled: { answers: slack, shows: (page) => page.getByText('member-2@hinode.example') },
  'invite form with an error': {
    answers: slack,
    open: openForm,
    shows: (page) => page.getByLabel('招待するメールアドレス'),
  },
  'some addresses not invited': {
    answers: {
      ...slack,
      'POST /invitations': { status: 409, json: { code: 'already_member', message: 'すでにメンバーです' } },
    },
    open: async (page) => {
      await page.getByRole('button', { name: 'メンバーを招待' }).first().click()
      await page.getByLabel('招待するメールアドレス').fill('ren@hinode.example, misaki@hinode.example\n電話で聞く')
      await page.getByRole('button', { name: '招待を送る' }).click()
    },
    shows: (page) => page.getByRole('list', { name: '招待の結果' }),
  },
  'Slack panel': { answers: slack, open: openSlack, shows: (page) => page.getByRole('table') },
  'menu of a member': {
    answers: asAdministrator,
    open: async (page) => {
      await page.getByRole('button', { name: '停止中のメンバー' }).click()
      await page.getByRole('button', { name: '早川 蓮さんのメニュー' }).click()
    },
    shows: (page) => page.getByRole('menuitem', { name: 'メンバーの利用を停止' }),
  },
  'menu of a member, if the company names administrators': {
    answers: { ...asAdministrator, 'GET /deployment': { json: namedByCompany } },
    open: (page) => page.getByRole('button', { name: '早川 蓮さんのメニュー' }).click(),
    shows: (page) => page.getByRole('menuitem', { name: /会社アカウントでのログイン時に決まります/u }),
  },
  'deactivating a member, with their setups': {
    answers: { ...asAdministrator, ...setups },
    open: openDeactivation,
    shows: (page) => page.getByRole('checkbox', { name: 'Discord: #朝会' }),
  },
  'deactivating a member, with their setups loading': {
    answers: { ...asAdministrator, [setupsCall]: 'never' },
    open: openDeactivation,
    shows: (page) => page.getByRole('dialog').getByText('すぐにログアウトされます'),
  },
  'deactivating a member, with their setups not loaded': {
    answers: { ...asAdministrator, [setupsCall]: failing },
    open: openDeactivation,
    shows: (page) => page.getByText(/この人が設定したものを読み込めませんでした/u),
  },
  'the password before somebody becomes an administrator': {
    answers: {
      ...asAdministrator,
      [`PATCH /users/${members[1]!.id}`]: { status: 403, json: { code: 'reauthentication_required', message: '' } },
    },
    open: async (page) => {
      await page.getByRole('button', { name: '早川 蓮さんのメニュー' }).click()
      await page.getByRole('menuitem', { name: '管理者にする' }).click()
    },
    shows: (page) => page.getByRole('dialog').getByLabel('現在のパスワード'),
  },
  'somebody deactivated': {
    answers: {
      ...asAdministrator,
      ...setups,
      [`PATCH /users/${members[1]!.id}`]: { json: { ...members[1], is_active: false } },
    },
    open: async (page) => {
      await openDeactivation(page)
      await page.getByRole('button', { name: '停止', exact: true }).click()
      await page.getByText('早川 蓮さんの利用を停止しました').waitFor() // shows that the server has deactivated the member
    },
    shows: (page) => page.getByRole('heading', { name: '早川 蓮' }),
  },
  'nobody found': {
    answers: filled,
    open: (page) => page.getByRole('searchbox').fill('三浦'),
    shows: (page) => page.getByText('「三浦」に一致する人は見つかりませんでした'),
  },
})

testStates('team, pending', '/team?tab=pending', {
  filled: { answers: filled, shows: (page) => page.getByText('naoki.uehara@hinode.example') },
  empty: {
    answers: { 'GET /invitations': { json: { invitations: [] } } },
    shows: (page) => page.getByText('招待中のユーザーはいません'),
  },
})

testStates('team, settings', '/team?tab=settings', {
  'read only': { answers: filled, shows: (page) => page.getByText('変更できるのは管理者だけです。') },
  'preview of a file': {
    answers: { ...filled, 'POST /import': { json: importPreview({}) } },
    open: pickFile,
    shows: (page) => page.getByRole('button', { name: '3件を取り込む' }),
  },
  'a file with unrecognised columns': {
    answers: {
      ...filled,
      'POST /import': {
        json: importPreview({
          columns: { date: '日付', email: 'メール', yesterday: null, today: '今日', blockers: null },
          column_numbers: { date: 1, email: 2, yesterday: null, today: 4, blockers: null },
          date_order_needed: true,
        }),
      },
    },
    open: pickFile,
    shows: (page) => page.getByText('日と月の順番を選んでください。'),
  },
  'a file without an author column': {
    answers: {
      ...filled,
      'POST /import': {
        json: importPreview({
          columns: { date: '日付', email: null, yesterday: '昨日やったこと', today: '今日', blockers: '困りごと' },
          column_numbers: { date: 1, email: null, yesterday: 3, today: 4, blockers: 5 },
          author_needed: true,
          authors: [],
        }),
      },
    },
    open: pickFile,
    shows: (page) => page.getByText('誰の日報かを選んでください。'),
  },
  'a file with long lines': {
    answers: {
      ...filled,
      'POST /import': {
        json: importPreview({
          headings: ['日付', 'メール', '長い見出し'.repeat(20), 'heading'.repeat(20), '困りごと'],
          samples: [['2026-11-18', '長い説明'.repeat(50), 'word'.repeat(50), '', 'long words '.repeat(20)]],
          authors: [{ name: 'name'.repeat(50), user_id: null, user_name: null, reports: 1 }],
        }),
      },
    },
    open: pickFile,
    shows: (page) => page.getByText('長い説明').first(),
  },
  'a file that cannot be read': {
    answers: {
      ...filled,
      'POST /import': {
        status: 400,
        json: {
          code: 'encoding_unknown',
          message: 'ファイルの文字コードが分かりません。UTF-8で保存し直してください。',
        },
      },
    },
    open: pickFile,
    shows: (page) => page.getByText('ファイルの文字コードが分かりません。'),
  },
  'imports that are running, done, stopped or undone': {
    answers: { ...filled, 'GET /import': { json: recentImports } },
    shows: (page) => page.getByText('5000件中1200件を取り込みました'),
  },
  'an evening team that is reminded in the morning': {
    answers: {
      ...asAdministrator,
      'GET /users/me': { json: { ...me, is_admin: true, team: { ...me.team, report_time: 'evening' } } },
    },
    shows: (page) => page.getByText('リマインドの時刻は10:00のままです。'),
  },
  'undelivered messages not loaded': {
    answers: { ...asAdministrator, 'GET /notifications/deliveries': failing },
    shows: (page) => page.getByText('届かなかった通知を読み込めませんでした。'),
  },
  'sending again': {
    answers: {
      ...asAdministrator,
      'GET /notifications/deliveries': { json: deliveries },
      [`POST /notifications/deliveries/${undelivered.id}/retry`]: 'never',
    },
    open: (page) => page.getByRole('button', { name: /10月23日 金曜日の日報/u }).click(),
    shows: (page) => page.getByRole('button', { name: '送信中…' }),
  },
  filled: {
    answers: { ...asAdministrator, 'GET /notifications/deliveries': { json: deliveries } },
    shows: (page) => page.getByText('SlackのチャンネルにAsakaiが入っていません。'),
  },
})
