import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Delivery } from '#contract/notifications.ts'
import { undelivered } from '#contract/testing/notifications.ts'
import type { Me, Team } from '#contract/users.ts'
import { type Answer, me, openApp, problem, tokenFor } from '../../testing/app.tsx'

type Sent = { body: unknown }
const administrator: Me = { ...me, is_admin: true }

/** Opens the team's settings as an administrator. */
async function open(answers: Parameters<typeof openApp>[1] = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/team?tab=settings', {
    'GET /users/me': { status: 200, body: administrator },
    'GET /users/': { status: 200, body: [] },
    'GET /invitations/': { status: 200, body: { invitations: [] } },
    'GET /notifications/deliveries': { status: 200, body: [] },
    ...answers,
  })
  await screen.findByRole('combobox', { name: 'リマインドの時刻' })
  return app
}

const hour = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'リマインドの時刻' })
const language = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'チームへのメッセージの言語' })

/** Opens the team's settings as an administrator, on a server that stores the changes. */
function openKeeping() {
  let { team } = me
  return open({
    'GET /users/me': () => ({ status: 200, body: { ...administrator, team } }),
    'PATCH /teams/me': ({ body }: Sent) => {
      team = { ...team, ...(body as Team) }
      return { status: 200, body: team }
    },
  })
}

test('an administrator can change the team’s reminder hour and language', async () => {
  let { team } = me
  const app = await open({
    'GET /users/me': () => ({ status: 200, body: { ...administrator, team } }),
    'PATCH /teams/me': ({ body }: Sent) => {
      team = { ...team, ...(body as Team) }
      return { status: 200, body: team }
    },
  })
  expect([hour().selectedOptions[0]!.text, language().value]).toEqual(['10:00', 'ja'])
  expect(within(hour()).getAllByRole('option')).toHaveLength(25)
  expect(screen.getByText(/営業日のこの時刻\(日本標準時\)/u)).toBeTruthy()
  await app.user.selectOptions(hour(), '9:00')
  await app.user.selectOptions(language(), 'Deutsch')
  await app.user.selectOptions(hour(), 'リマインドしない')
  expect([hour().value, language().value]).toEqual(['', 'de'])
  expect((await screen.findByText('保存しました')).role).toBe('status')
  await waitFor(() =>
    expect(app.sent.filter(({ call }) => call === 'PATCH /teams/me').map(({ body }) => body)).toEqual([
      { reminder_hour: 9 },
      { language: 'de' },
      { reminder_hour: null },
    ]),
  )
  await waitFor(() => expect([hour().value, language().value]).toEqual(['', 'de']))
})

test('a team setting that the server rejects is reverted, and a message says so', async () => {
  const { user } = await open({ 'PATCH /teams/me': problem(503, 'busy', '混雑') })
  await user.selectOptions(hour(), '9:00')
  expect(await screen.findByText('チームの設定を保存できませんでした')).toBeTruthy()
  await waitFor(() => expect(hour().selectedOptions[0]!.text).toBe('10:00'))
})

test('an evening team is offered a matching hour, and keeps at least one working day', async () => {
  const { user, sent } = await openKeeping()
  expect(screen.queryByText(/のままです/u)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^夕方/u }))
  expect(await screen.findByText('リマインドの時刻は10:00のままです。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '17:00にする' }))
  await waitFor(() => expect(hour().selectedOptions[0]!.text).toBe('17:00'))
  expect(screen.queryByText(/のままです/u)).toBeNull()

  const day = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  for (const name of ['月曜日', '火曜日', '水曜日', '木曜日']) await user.click(day(name))
  await user.click(day('日曜日'))
  await user.click(day('金曜日'))
  expect([day('日曜日').checked, day('日曜日').disabled, day('金曜日').checked]).toEqual([true, true, false])
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'PATCH /teams/me').map(({ body }) => body)).toEqual([
      { report_time: 'evening' },
      { reminder_hour: 17 },
      { working_days: [2, 3, 4, 5] },
      { working_days: [3, 4, 5] },
      { working_days: [4, 5] },
      { working_days: [5] },
      { working_days: [5, 7] },
      { working_days: [7] },
    ]),
  )
})

test('a note says that a new writing time applies from tomorrow on (E2.04)', async () => {
  await open({
    'GET /users/me': {
      status: 200,
      body: { ...administrator, team: { ...me.team, report_time: 'evening', report_time_from: '2099-10-24' } },
    },
  })
  expect(await screen.findByText(/^明日\(10月24日\)から変わります。/u)).toBeTruthy()
})

const reminder: Delivery = { ...undelivered, id: 'two', kind: 'reminder', destination: 'mail', failure: '届きません。' }

test('undelivered notifications are listed with the reason, and can be sent again', async () => {
  let list = [undelivered, reminder]
  let answer: (answer: Answer) => void = () => {}
  const { user } = await open({
    'GET /notifications/deliveries': () => ({ status: 200, body: list }),
    [`POST /notifications/deliveries/${undelivered.id}/retry`]: () =>
      new Promise<Answer>((resolve) => (answer = resolve)),
  })
  expect(await screen.findByText(undelivered.failure)).toBeTruthy()
  expect(screen.getAllByText(/^10月23日/u).map(({ textContent }) => textContent)).toEqual([
    '10月23日 金曜日の日報早川 蓮Slack',
    '10月23日 金曜日のリマインド早川 蓮メール',
  ])
  await user.click(screen.getByRole('button', { name: '10月23日 金曜日の日報をもう一度送信' }))
  expect((await screen.findByText('送信中…')).closest('button')!.getAttribute('aria-disabled')).toBe('true')
  list = [reminder]
  answer({ status: 204 })
  expect(await screen.findByText('再送信を受け付けました')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(undelivered.failure)).toBeNull())
  expect(screen.getByText(reminder.failure)).toBeTruthy()
})

test('an undelivered notification that cannot be sent again stays in the list', async () => {
  const { user } = await open({
    'GET /notifications/deliveries': { status: 200, body: [undelivered] },
    [`POST /notifications/deliveries/${undelivered.id}/retry`]: problem(503, 'busy', '混雑'),
  })
  await user.click(await screen.findByRole('button', { name: '10月23日 金曜日の日報をもう一度送信' }))
  expect(await screen.findByText('送信できませんでした')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '10月23日 金曜日の日報をもう一度送信' })).toBeTruthy()
})

test('no undelivered notifications are shown if everything was delivered', async () => {
  let list: Answer = { status: 500, body: {} }
  const { user } = await open({ 'GET /notifications/deliveries': () => list })
  expect(await screen.findByText('届かなかった通知を読み込めませんでした。')).toBeTruthy()
  list = { status: 200, body: [] }
  await user.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  await waitFor(() => expect(screen.queryByText(/届かなかった通知/u)).toBeNull())
})

test("the team's name is saved by a button, and the time zone at once", async () => {
  const { user, sent } = await openKeeping()
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'チーム名' })
  expect(screen.queryByRole('button', { name: 'チーム名を保存' })).toBeNull()
  await user.clear(name())
  await user.type(name(), ' 検索チーム ')
  await user.click(screen.getByRole('button', { name: 'チーム名を保存' }))
  expect(await screen.findByText('チーム名を保存しました')).toBeTruthy()
  const zone = screen.getByRole<HTMLInputElement>('combobox', { name: 'タイムゾーン' })
  expect(zone.value).toBe('日本標準時 (Tokyo、GMT+9)')
  await user.type(zone, 'どこにもない')
  expect(screen.getByText('該当するタイムゾーンがありません')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(zone.value).toBe('日本標準時 (Tokyo、GMT+9)')
  await user.type(zone, 'tallinn')
  await user.click(screen.getByRole('option', { name: /^東ヨーロッパ時間 \(Tallinn、GMT\+[23]\)$/u }))
  expect(zone.value).toMatch(/Tallinn/u)
  expect(document.activeElement).toBe(zone)
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'PATCH /teams/me').map(({ body }) => body)).toEqual([
      { name: '検索チーム', before: { name: administrator.team.name } },
      { time_zone: 'Europe/Tallinn' },
    ]),
  )
  expect(name().value).toBe('検索チーム')
})

test("a member who is no administrator sees the team's settings read-only", async () => {
  const { sent } = await open({ 'GET /users/me': { status: 200, body: me } })
  expect(screen.getByText('変更できるのは管理者だけです。')).toBeTruthy()
  for (const name of ['タイムゾーン', 'リマインドの時刻', 'チームへのメッセージの言語'])
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name }).disabled).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'チーム名' }).disabled).toBe(true)
  expect(sent.map(({ call }) => call)).not.toContain('GET /notifications/deliveries')
})

test('the settings link to the page that creates a Slack app if the server has none', async () => {
  const address = 'https://api.slack.com/apps?new_app=1'
  await open({ 'GET /slack/app': { status: 200, body: { address } } })
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Slackのアプリを作成する' })
  expect([link.href, link.rel]).toEqual([address, 'noopener noreferrer'])
})
