import type { Page } from '@playwright/test'
import type { Delivery } from '#contract/notifications.ts'
import type { SlackUser } from '#contract/slack.ts'
import { invitation } from '#contract/testing/invitations.ts'
import { undelivered } from '#contract/testing/notifications.ts'
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
const slackUser = (id: string, name: string, exists: boolean): SlackUser => ({
  id,
  real_name: name,
  is_existing_user: exists,
  is_linked: false,
  profile: { image_original: null, display_name_normalized: name, email: `${id}.of.the.workspace@hinode.example` },
})
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
  'a list of which some were not invited': {
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
    shows: (page) => page.getByRole('menuitem', { name: 'メンバーを停止' }),
  },
  'somebody deactivated': {
    answers: {
      ...asAdministrator,
      [`PATCH /users/${members[1]!.id}`]: { json: { ...members[1], is_active: false } },
    },
    open: async (page) => {
      await page.getByRole('button', { name: '早川 蓮さんのメニュー' }).click()
      await page.getByRole('menuitem', { name: 'メンバーを停止' }).click()
      await page.getByText('早川 蓮さんを停止しました').waitFor() // it leaves by itself before all pictures are looked at
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
  'a table that is looked at before it is imported': {
    answers: {
      ...filled,
      'POST /import': {
        json: {
          columns: { date: '日付', email: null, yesterday: '昨日', today: '今日', blockers: null },
          rows: [
            { line: 2, outcome: 'new', message: null },
            { line: 3, outcome: 'refused', message: '日付を正しく入力してください' },
          ],
          new: 1,
          changed: 0,
          refused: 1,
        },
      },
    },
    open: (page) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: '日報.csv', mimeType: 'text/csv', buffer: Buffer.from('日付,今日\n') }),
    shows: (page) => page.getByRole('button', { name: '1件を取り込む' }),
  },
  'an evening team that is reminded in the morning': {
    answers: {
      ...asAdministrator,
      'GET /users/me': { json: { ...me, is_admin: true, team: { ...me.team, report_time: 'evening' } } },
    },
    shows: (page) => page.getByText('リマインドの時刻は10:00のままです。'),
  },
  'not known what did not arrive': {
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
