import { expect, test } from 'vitest'
import type { Fault } from '#server/testing/fault.ts'
import { faster, shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { team } from '#server/testing/team.ts'
import { connectedTeam, openSlack, slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'

const slack = await openSlack()
const connected = () => connectedTeam(slack)

test('the list of Slack people marks members by email or Slack id', async () => {
  const { me, person, connect, slackId } = await connected()
  const other = await person('早川')
  await connect(other.user.id, 'naoki')
  await person('小林', 'ren@hinode.example')

  const { status, body } = await me.get('/slack/users')

  expect(status).toBe(200)
  const people = new Map(body.map((user: { id: string }) => [user.id, user]))
  expect(people.get(slackId('misaki'))).toEqual({
    id: slackId('misaki'),
    real_name: 'misaki さん',
    is_existing_user: true,
    is_linked: true,
    profile: { image_original: null, display_name_normalized: 'misaki', email: 'MISAKI@hinode.example' },
  })
  expect(people.get(slackId('naoki'))).toMatchObject({ is_existing_user: true, is_linked: true })
  expect(people.get(slackId('ren'))).toMatchObject({ is_existing_user: true, is_linked: false })
  expect(people.get(slackId('yui'))).toMatchObject({ is_existing_user: false })
})

test('the list of Slack people marks a deactivated member as known', async () => {
  const { me, person, slackId } = await connected()
  const { user } = await person('森田', 'yui@hinode.example')
  expect(await me.patch(`/users/${user.id}`, { is_active: false })).toMatchObject({ status: 200 })
  const { body } = await me.get('/slack/users')
  expect(body.find(({ id }: { id: string }) => id === slackId('yui'))).toMatchObject({ is_existing_user: true })
})

test('the list of Slack people shows a member of another team as unknown', async () => {
  const other = await slackTeam(slack)
  await other.person('森', 'sora@hinode.example')
  const { me, slackId } = await connected()
  const { body } = await me.get('/slack/users')
  expect(body.find(({ id }: { id: string }) => id === slackId('sora'))).toMatchObject({ is_existing_user: false })
})

test('the list of Slack people omits bots, external people and people who have left', async () => {
  const { me } = await connected()
  const members = [
    { id: 'U1', name: 'still-here', profile: {} },
    { id: 'U2', deleted: true },
    { id: 'U3', is_bot: true },
    { id: 'U4', is_stranger: true },
    { id: 'USLACKBOT', name: 'slackbot' },
  ]
  slack.setFault('users.list', { body: { ok: true, members } })
  expect((await me.get('/slack/users')).body).toEqual([
    {
      id: 'U1',
      real_name: 'still-here',
      is_existing_user: false,
      is_linked: false,
      profile: { image_original: null, display_name_normalized: null, email: null },
    },
  ])
})

test('a team without Slack cannot list the people of a workspace', async () => {
  const { person } = await slackTeam(slack)
  const stranger = await person('naoki')
  expect(await stranger.get('/slack/users')).toMatchObject({ status: 409, body: { code: 'not_connected' } })
  const without = await (await team()).member()
  expect(await without.get('/slack/users')).toMatchObject({ status: 404, body: { code: 'provider_not_set_up' } })
  expect((await (await team()).visitor().get('/slack/users')).status).toBe(401)
})

test.each<[Fault, number, string, string | undefined]>([
  [
    { body: { ok: false, error: 'missing_scope', needed: 'users:read' } },
    400,
    'Slackの権限が足りません。もう一度接続して、求められた権限を許可してください。',
    undefined,
  ],
  [
    { body: { ok: false, error: 'token_revoked' } },
    400,
    'Slackがこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。',
    undefined,
  ],
  [
    { status: 401, body: '' },
    400,
    'Slackがこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。',
    undefined,
  ],
  [
    { status: 403, body: '' },
    400,
    'Slackのこのアカウントには権限がありません。Slackの管理者にお問い合わせください。',
    undefined,
  ],
  [{ status: 404, body: '' }, 400, 'Slackでこの名前が見つかりませんでした。つづりを確認してください。', undefined],
  [
    { status: 429, headers: { 'retry-after': '30' }, body: '' },
    503,
    'Slackへのリクエストが多すぎます。少し待ってから、もう一度お試しください。',
    '30',
  ],
  [{ status: 500, body: '' }, 503, 'Slackが応答しません。しばらくしてから、もう一度お試しください。', '60'],
  ['hanging up', 503, 'Slackが応答しません。しばらくしてから、もう一度お試しください。', '60'],
  ['broken JSON', 503, 'Slackの応答を読み取れませんでした。しばらくしてから、もう一度お試しください。', '60'],
  ['truncated', 503, 'Slackの応答を読み取れませんでした。しばらくしてから、もう一度お試しください。', '60'],
])('the list of Slack people reports the failure %j in one sentence', async (fault, status, message, retryAfter) => {
  const { me, rows } = await connected()
  const before = await rows()
  slack.setFault('users.list', fault)
  const answer = await me.get('/slack/users')
  expect([answer.status, answer.body.message, answer.headers['retry-after']?.toString()]).toEqual([
    status,
    message,
    retryAfter,
  ])
  expect(await rows()).toEqual(before)
})

test('reading a Slack workspace that is too large ends before the browser gives up', async () => {
  const { me } = await connected()
  const page = { ok: true, members: [{ id: 'U1' }], response_metadata: { next_cursor: 'more' } }
  slack.setFault('users.list', { body: page })
  slack.setDelay(2_000 / faster)
  const limits = shortenTimeouts()
  const { status, body } = await me.get('/slack/users')
  expect([status, body.code]).toEqual([503, 'provider_unavailable'])
  expect(Math.max(...limits)).toBeLessThan(9_500)
})
