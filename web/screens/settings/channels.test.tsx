import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Deployment } from '#contract/deployment.ts'
import { firstSteps, type Me } from '#contract/users.ts'
import { deployment } from '#contract/testing/deployment.ts'
import { eachOnTheDay, me, openApp } from '../../testing/app.tsx'

eachOnTheDay()

type Channels = Deployment['channels']

const nobody = /まだ誰にもリマインドを送れません/u
const onlyDevices = /リマインドは、オンにした端末にだけ届きます/u

/**
 * Opens a screen on a server with these channels.
 * @param connected whether the team has connected Slack
 */
async function open(path: string, channels: Channels, { connected = false, isAdmin = true } = {}) {
  const user: Me = { ...me, is_admin: isAdmin, team: { ...me.team, first_steps: [...firstSteps] } }
  return openApp(path, {
    'GET /users/me': { status: 200, body: user },
    'GET /users/': { status: 200, body: [user] },
    'GET /invitations/': { status: 200, body: { invitations: [] } },
    'GET /connections': { status: 200, body: { connections: [], destinations: connected ? ['slack'] : [] } },
    'GET /deployment': { status: 200, body: deployment({ mail: channels.includes('mail'), channels }) },
  })
}

describe.each([
  ['the team settings', '/team?tab=settings', () => screen.findByRole('combobox', { name: 'リマインドの時刻' })],
  ['the first steps', '/', () => screen.findByRole('form', { name: 'チーム名と時刻を設定する' })],
  [
    'the personal notifications',
    '/settings?tab=notifications',
    () => screen.findByRole('switch', { name: '日報の通知' }),
  ],
])('%s (E5.01)', (_, path, isThere) => {
  it('a note says that nobody can be reminded if there is no channel', async () => {
    await open(path, [])
    expect(await screen.findByText(nobody)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'サーバーにメールかSlackを設定する' }).getAttribute('href')).toBe(
      '/settings?tab=server',
    )
  })

  it('the note about reminders links to Slack if the team has not connected it', async () => {
    await open(path, ['slack'])
    expect(await screen.findByText(nobody)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Slackに接続する' })).toBeTruthy()
  })

  it('a note says that only devices are reminded if there is no other channel', async () => {
    await open(path, ['push'])
    expect(await screen.findByText(onlyDevices)).toBeTruthy()
  })

  it.each<[string, Channels, boolean]>([
    ['email', ['mail'], false],
    ['a connected Slack', ['slack', 'push'], true],
  ])('no note about reminders is shown with %s', async (_name, channels, connected) => {
    await open(path, channels, { connected })
    await isThere()
    expect(screen.queryByText(nobody)).toBeNull()
    expect(screen.queryByText(onlyDevices)).toBeNull()
  })
})

it('a member without any channel is referred to an administrator', async () => {
  await open('/settings?tab=notifications', [], { isAdmin: false })
  expect(await screen.findByText('メールかSlackの設定をサーバーの管理者に依頼してください。')).toBeTruthy()
})

describe('the personal notifications', () => {
  const places = async () => {
    const select = await screen.findByRole('combobox', { name: '通知先' })
    return within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
  }

  it.each<[Channels, boolean, string[]]>([
    [['mail'], false, ['メール', '通知しない']],
    [['slack', 'mail'], true, ['Slack(未接続のときはメール)', 'メール', '通知しない']],
    [['slack'], true, ['Slack', '通知しない']],
  ])(
    'the choices for comments are only those that the channels %j can deliver',
    async (channels, connected, offered) => {
      await open('/settings?tab=notifications', channels, { connected })
      await expect.poll(places).toEqual(offered)
    },
  )

  it('the settings say that comments are sent nowhere if there is no channel', async () => {
    await open('/settings?tab=notifications', [])
    expect(await screen.findByText(/新しいコメントとメンションは「自分あて」でだけ確認できます/u)).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: '通知先' })).toBeNull()
  })

  it('the weekly email cannot be turned on if the server sends no mail', async () => {
    await open('/settings?tab=notifications', ['slack'], { connected: true })
    expect(await screen.findByText(/週のまとめを届けられません/u)).toBeTruthy()
    expect(screen.getByRole('switch', { name: '週のまとめ' })).toHaveProperty('disabled', true)
  })
})

it('the first steps promise no invitation email if the server sends no mail', async () => {
  await open('/', [])
  expect(
    await screen.findByText('このサーバーはメールを送りません。リンクを作成して、相手に渡してください'),
  ).toBeTruthy()
})
