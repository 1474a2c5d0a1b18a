import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { openSlack, redirectUri } from '#server/features/chat/slack/testing/slack-team.ts'
import { connectSlack, slackAddress } from '#server/features/chat/slack/operations.ts'
import { installAtSlack, slackClient } from '#server/testing/slack.ts'
import { type Member, password } from '#server/testing/team.ts'
import { makesToken, takenOver } from './testing/taken-over.ts'

const slack = await openSlack()
const providers = readProviders(
  readerOf({
    SLACK_CLIENT_ID: slackClient.clientId,
    SLACK_CLIENT_SECRET: slackClient.clientSecret,
    SLACK_API_URL: slack.apiUrl,
  }),
)

/** Creates a team in which the other administrator has connected Slack. */
async function withSlack() {
  const here = await takenOver({ providers })
  const { services } = here.app
  const { code } = await installAtSlack(slackAddress(services, { state: 's', redirectUri }), 'misaki')
  const member = { teamId: here.teamId, userId: here.other.user.id, isAdmin: true }
  await connectSlack(services, member, { code: code!, redirectUri })
  const channels = (await here.other.get('/slack/channels')).body as { id: string; name: string }[]
  const choose = (by: Member, wanted: string, own?: Record<string, string>) =>
    by.put('/slack/channel', { id: channels.find(({ name }) => name === wanted)!.id }, own)
  const channel = async () => (await here.other.get('/slack/channel')).body.channel
  return { ...here, choose, channel }
}

test('“it was not me” restores the Slack channel from before the change of an intruder', async () => {
  const { owner, other, check, press, mail, advanceClock, choose, channel } = await withSlack()
  expect((await choose(other, 'reports')).status).toBe(204)
  advanceClock()
  expect((await choose(owner, 'random')).status).toBe(204)
  expect(await channel()).toBe('random')
  const token = await mail('Slack')
  expect((await check(token)).changes).toEqual([
    { at: '2026-10-23T03:02:00.000Z', kind: 'place', name: 'Slack: #random', is_undone: true },
  ])
  expect((await press(token)).status).toBe(200)
  expect(await channel()).toBe('reports')
})

test('“it was not me” restores the Slack channel from before the changes of an intruder and an accomplice', async () => {
  const { owner, other, accomplice, change, check, press, mail, advanceClock, choose, channel } = await withSlack()
  await choose(owner, 'reports')
  advanceClock()
  await makesToken(owner, 'x')
  const token = await mail('アクセストークン')
  const from = '2026-10-23T03:02:00.000Z'
  await choose(owner, 'general')
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  await choose(accomplice, 'random')
  await other.put('/slack/channel', {})
  await choose(other, 'random')
  const { changes } = await check(token, from)
  expect(changes).toContainEqual(expect.objectContaining({ name: 'Slack: #random', is_undone: true }))
  expect((await press(token, { from })).status).toBe(200)
  expect(await channel()).toBe('reports')
})

test('“it was not me” keeps a Slack channel that another administrator chose after the intruder', async () => {
  const { owner, other, check, press, mail, advanceClock, choose, channel } = await withSlack()
  await choose(owner, 'random')
  advanceClock()
  await choose(other, 'reports')
  const token = await mail('Slack')
  expect((await check(token)).changes).toEqual([])
  expect((await press(token)).status).toBe(200)
  expect(await channel()).toBe('reports')
})

test('choosing another Slack channel asks for the password if the sign-in is fifteen minutes old', async () => {
  const { other, advanceClock, choose, visitor } = await withSlack()
  await choose(other, 'reports')
  advanceClock(15)
  const { body } = await visitor().post('/auth/refresh', other.tokens)
  const own = { authorization: `Bearer ${body.access_token}` }
  slack.calls.length = 0
  expect(await choose(other, 'random', own)).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  expect(slack.sent('chat.postMessage')).toEqual([])
  expect((await choose(other, 'reports', own)).status).toBe(204)
  expect((await other.put('/slack/channel', {}, own)).status).toBe(204)
  await other.post('/auth/reauthenticate', { current_password: password }, own)
  expect((await choose(other, 'random', own)).status).toBe(204)
  expect(slack.sent('chat.postMessage')).toHaveLength(3)
})
