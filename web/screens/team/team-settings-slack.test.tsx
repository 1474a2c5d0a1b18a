import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { me, openApp, problem, tokenFor } from '../../testing/app.tsx'

/** Opens the team's settings as an administrator of a team with Slack. */
async function open(answers: Parameters<typeof openApp>[1] = {}) {
  localStorage.setItem('daily_standup_token', tokenFor(900))
  const app = await openApp('/team?tab=settings', {
    'GET /users/me': { status: 200, body: { ...me, is_admin: true, is_slack_available: true } },
    'GET /users/': { status: 200, body: [] },
    'GET /invitations/': { status: 200, body: { invitations: [] } },
    'GET /notifications/deliveries': { status: 200, body: [] },
    'GET /slack/channel': { status: 200, body: { workspace: '日の出', channel: 'general', failure: null } },
    'GET /slack/channels': {
      status: 200,
      body: [
        { id: 'C1', name: 'general' },
        { id: 'C2', name: '日報' },
      ],
    },
    ...answers,
  })
  await screen.findByRole('heading', { name: 'Slackのチャンネル' })
  return app
}
const button = (name: string) => screen.findByRole('button', { name })

test('an administrator sees the Slack channel of reports, and can send a test', async () => {
  const { user, sent } = await open({ 'PUT /slack/channel': { status: 204 } })
  expect(screen.getByText('提出された日報は、日の出の#generalに届きます。')).toBeTruthy()
  await user.click(await button('テストを送信'))
  expect(await screen.findByText('#generalにテストを送信しました')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'PUT /slack/channel')!.body).toEqual({})
})

test('an administrator can choose another Slack channel for reports', async () => {
  let channel = 'general'
  const { user, sent } = await open({
    'GET /slack/channel': () => ({ status: 200, body: { workspace: '日の出', channel, failure: null } }),
    'PUT /slack/channel': () => {
      channel = '日報'
      return { status: 204 }
    },
  })
  await user.click(await button('チャンネルを選ぶ'))
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: '日報が届くチャンネル' })
  expect(select.selectedOptions[0]!.text).toBe('#general')
  await user.selectOptions(select, '#日報')
  expect(await screen.findByText('日報はこれから#日報に届きます')).toBeTruthy()
  expect(sent.find(({ call }) => call === 'PUT /slack/channel')!.body).toEqual({ id: 'C2' })
  await waitFor(() => expect(screen.getByText('提出された日報は、日の出の#日報に届きます。')).toBeTruthy())
})

test('choosing another Slack channel asks for the password if the sign-in is old', async () => {
  let confirmed = false
  const { user } = await open({
    'PUT /slack/channel': () =>
      confirmed ? { status: 204 } : problem(403, 'reauthentication_required', '確認してください。'),
    'POST /auth/reauthenticate': () => {
      confirmed = true
      return { status: 204 }
    },
  })
  await user.click(await button('チャンネルを選ぶ'))
  await user.selectOptions(await screen.findByRole('combobox', { name: '日報が届くチャンネル' }), '#日報')
  await user.type(await screen.findByLabelText('現在のパスワード'), 'asanoasa')
  await user.click(await button('続ける'))
  expect(await screen.findByText('日報はこれから#日報に届きます')).toBeTruthy()
})

test('the settings say why no report arrives in Slack, and why a test failed', async () => {
  const reason = 'SlackのチャンネルにAsakaiが入っていません。チャンネルに招待してください。'
  const { user } = await open({
    'GET /slack/channel': { status: 200, body: { workspace: '日の出', channel: 'general', failure: reason } },
    'PUT /slack/channel': problem(400, 'connection_refused', '権限がありません。'),
    'GET /slack/channels': problem(503, 'provider_unavailable', '応答しません。'),
  })
  expect(screen.getByText(reason)).toBeTruthy()
  await user.click(await button('テストを送信'))
  expect(await screen.findByText('#generalに送信できませんでした 権限がありません。')).toBeTruthy()
  await user.click(await button('チャンネルを選ぶ'))
  expect(await screen.findByText('Slackのチャンネルを読み込めませんでした 応答しません。')).toBeTruthy()
})

test('reports can be sent to Slack as one digest at a chosen hour (N9.03)', async () => {
  let team = me.team
  const { user, sent } = await open({
    'GET /users/me': () => ({ status: 200, body: { ...me, team, is_admin: true, is_slack_available: true } }),
    'PATCH /teams/me': () => {
      team = { ...me.team, chat_mode: 'digest' }
      return { status: 200, body: team }
    },
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'チャットへの届け方' }), '1日1通のまとめ')
  await user.selectOptions(await screen.findByRole('combobox', { name: 'まとめの時刻' }), '9:00')
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'PATCH /teams/me').map(({ body }) => body)).toEqual([
      { chat_mode: 'digest' },
      { digest_hour: 9 },
    ]),
  )
})
