import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Destination } from '#contract/providers.ts'
import type { Me, Settings } from '#contract/users.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { type Answer, me, openApp, problem, tokenFor } from '../../testing/app.tsx'

type Sent = { body: unknown }

/**
 * Opens the tab on a server that stores the settings.
 * @param destinations the services that the team has connected
 */
async function open(destinations: Destination[] = [], answers: Parameters<typeof openApp>[1] = {}) {
  let user: Me = me
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/settings?tab=notifications', {
    'GET /users/me': () => ({ status: 200, body: user }),
    'GET /connections': { status: 200, body: { connections: [], destinations } },
    'PATCH /users/me/settings': ({ body }: Sent) => {
      user = { ...user, settings: { ...user.settings, ...(body as Partial<Settings>) } }
      return { status: 200, body: user }
    },
    ...answers,
  })
  await screen.findByRole('switch', { name: '日報の通知' })
  const changes = () => app.sent.filter(({ call }) => call === 'PATCH /users/me/settings').map(({ body }) => body)
  return { ...app, changes }
}
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: '日報の通知' })
const slack = () => screen.getByRole<HTMLInputElement>('radio', { name: /Slack/u })
const googleChat = () => screen.getByRole<HTMLInputElement>('radio', { name: /Google Chat/u })
const storedCopies = () => [
  localStorage.getItem('daily_report_notifications'),
  localStorage.getItem('notification_destination'),
]

test('reports go to Slack by default, in this browser and on the server', async () => {
  const { changes } = await open(['slack'])
  expect(toggle().checked).toBe(true)
  expect(slack().checked).toBe(true)
  await waitFor(() => expect(storedCopies()).toEqual(['true', 'slack']))
  expect(changes()).toEqual([])
})

test('a notification choice is shown at once, and stored in this browser and on the server', async () => {
  const { user, changes } = await open(['slack', 'google-chat'])
  await user.click(toggle())
  expect(toggle().checked).toBe(false)
  await user.click(googleChat())
  expect(googleChat().checked).toBe(true)
  await waitFor(() =>
    expect(changes()).toEqual([
      { notifications: { daily_report: false, destination: 'slack' } },
      { notifications: { daily_report: false, destination: 'google-chat' } },
    ]),
  )
  expect(storedCopies()).toEqual(['false', 'google-chat'])
  expect([toggle().checked, googleChat().checked]).toEqual([false, true])
})

test('a notification choice that the server rejects is also reverted in this browser', async () => {
  let answer: (answer: Answer) => void = () => {}
  const { user, changes } = await open(['slack'], {
    'PATCH /users/me/settings': () => new Promise<Answer>((resolve) => (answer = resolve)),
  })
  await user.click(toggle())
  expect(toggle().checked).toBe(false)
  await waitFor(() => expect(changes()).toHaveLength(1))
  answer(problem(503, 'busy', '混雑'))
  expect(await screen.findByText('設定を保存できませんでした')).toBeTruthy()
  await waitFor(() => expect(toggle().checked).toBe(true))
  expect(storedCopies()).toEqual(['true', 'slack'])
})

test('quick changes of a choice are sent one after the other, and the last one stays', async () => {
  const unanswered: (() => void)[] = []
  const { user, changes } = await open([], {
    'PATCH /users/me/settings': ({ body }: Sent) =>
      new Promise<Answer>((resolve) =>
        unanswered.push(() =>
          resolve({ status: 200, body: { ...me, settings: { ...me.settings, ...(body as object) } } }),
        ),
      ),
  })
  await user.click(toggle())
  await user.click(toggle())
  await user.click(toggle())
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(toggle().checked).toBe(false)
  for (let sent = 1; sent <= 3; sent++) {
    await waitFor(() => expect(unanswered).toHaveLength(sent))
    unanswered[sent - 1]!()
  }
  await waitFor(() => expect(changes().at(-1)).toMatchObject({ notifications: { daily_report: false } }))
  expect(toggle().checked).toBe(false)
})

test('a notification choice from another device is shown, and stored in this browser', async () => {
  localStorage.setItem('daily_report_notifications', 'true')
  const notifications = { daily_report: false, destination: 'google-chat' }
  await open(['google-chat'], {
    'GET /users/me': { status: 200, body: { ...me, settings: { ...me.settings, notifications } } },
  })
  expect([toggle().checked, googleChat().checked]).toEqual([false, true])
  expect(storedCopies()).toEqual(['false', 'google-chat'])
})

const admin = { 'GET /users/me': { status: 200, body: { ...me, is_admin: true } } }

test('a destination that is not connected refers a member to an administrator', async () => {
  const { user } = await open(['google-chat'])
  expect(await screen.findByText('Slackに接続していないため、日報は届きません。')).toBeTruthy()
  expect(slack().closest('label')?.textContent).toBe('Slack未接続')
  expect(googleChat().closest('label')?.textContent).toBe('Google Chat接続済み')
  await user.click(googleChat())
  expect(screen.queryByText(/日報は届きません/u)).toBeNull()
  await user.click(slack())
  expect(screen.getByText('チームの管理者に、接続を依頼してください。')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /接続する/u })).toBeNull()
})

test('a notification switch without any destination is disabled, with the reason', async () => {
  await open([], { 'GET /deployment': { status: 200, body: deployment({ mail: false, channels: [] }) } })
  expect(await screen.findByText('このサーバーから通知できる方法がまだないため、オンにできません。')).toBeTruthy()
  expect([toggle().checked, toggle().disabled]).toEqual([false, true])
  expect(screen.queryByRole('radio')).toBeNull()
})

test('reminders on this device name no time if the team has none', async () => {
  const body = { ...me, team: { ...me.team, reminder_hour: null } }
  await open([], { 'GET /users/me': { status: 200, body } })
  expect(screen.getByText(/^チームにはリマインドの時刻がありません/u)).toBeTruthy()
})

test('the page says that the connections are unknown if they cannot be loaded', async () => {
  let list: Answer = { status: 500, body: {} }
  const { user } = await open([], { 'GET /connections': () => list })
  expect(await screen.findByText('外部アカウントを読み込めませんでした。')).toBeTruthy()
  expect(screen.queryByText(/日報は届きません|^未接続/u)).toBeNull()
  list = { status: 200, body: { connections: [], destinations: [] } }
  await user.click(screen.getByRole('button', { name: 'もう一度読み込む' }))
  expect(await screen.findByText('Slackに接続していないため、日報は届きません。')).toBeTruthy()
})

test("the team's destinations do not include the member's own accounts", async () => {
  const google = { provider: 'google', account: 'misaki@example.com', connected_at: '' }
  const slackAccount = { provider: 'slack', account: 'hinode', connected_at: '' }
  const { user } = await open([], {
    ...admin,
    'GET /connections': { status: 200, body: { connections: [google, slackAccount], destinations: [] } },
  })
  expect(await screen.findByText('Slackに接続していないため、日報は届きません。')).toBeTruthy()
  const link = screen.getByRole('link', { name: '「チーム」の「設定」で接続する(管理者)' })
  expect(link.getAttribute('href')).toBe('/team?tab=settings')
  await user.click(googleChat())
  expect(await screen.findByText('Google Chatに接続していないため、日報は届きません。')).toBeTruthy()
})

test('the destination of comments can be chosen separately (N5.02)', async () => {
  const offered = deployment({ channels: ['mail', 'slack'] })
  const { user, changes } = await open(['slack'], { 'GET /deployment': { status: 200, body: offered } })
  const place = screen.getByRole<HTMLSelectElement>('combobox', { name: '通知先' })
  expect([...place.options].map(({ text }) => text)).toEqual(['Slack(未接続のときはメール)', 'メール', '通知しない'])
  await user.selectOptions(place, 'メール')
  await waitFor(() => expect(changes()).toEqual([{ mentions: 'mail' }]))
  expect(place.value).toBe('mail')
})
