import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import type { Fault } from '#server/testing/fault.ts'
import { faster, shortenTimeouts } from '#server/testing/shorten-timeouts.ts'
import { connectedTeam, openSlack, slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'

const slack = await openSlack()
const connected = () => connectedTeam(slack)

test('assigning a Slack person by email stores the member’s Slack id', async () => {
  const { me, person, rows, slackId } = await connected()
  const colleague = await person('早川', 'mei@hinode.example')
  for (const email of ['mei@hinode.example', 'Mei@Hinode.Example'])
    expect(await me.post('/slack/assign', { id: slackId('mei'), email })).toMatchObject({
      status: 200,
      body: { outcome: 'linked' },
    })
  const { connections } = await rows()
  expect(connections).toHaveLength(2)
  expect(connections[1]).toMatchObject({
    user_id: colleague.user.id,
    account: '日の出システム',
    subject: slackId('mei'),
  })
  expect(slack.sent('chat.postMessage')).toEqual([])
})

test('a member whom an administrator linked by an unproven address is asked to connect again', async () => {
  const { me, person, slackId } = await connected()
  const colleague = await person('早川', 'ren@hinode.example')
  await me.post('/slack/assign', { id: slackId('ren'), email: 'ren@hinode.example' })
  const slackOf = async (member: typeof me) =>
    (await member.get('/connections')).body.connections.find(
      ({ provider }: { provider: string }) => provider === 'slack',
    )
  expect(await slackOf(colleague)).toMatchObject({ connect_again: true })
  expect(await slackOf(me)).not.toHaveProperty('connect_again')
})

test('assigning a known Slack id keeps its link, whatever the email', async () => {
  const { me, person, connect, rows, slackId } = await connected()
  const other = await person('早川')
  await connect(other.user.id, 'yui')
  const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })
  expect(answer.body).toEqual({ outcome: 'linked' })
  expect((await rows()).connections.map(({ subject }) => subject)).toEqual([slackId('misaki'), slackId('yui')])
})

test('a person without an account gets the invitation as a direct message in Slack', async () => {
  const { me, visitor, slackId } = await connected()

  const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })

  expect(answer).toMatchObject({ status: 200, body: { outcome: 'invited' } })
  expect(JSON.stringify(answer.body)).not.toContain('token=')
  expect(slack.sent('conversations.open')).toMatchObject([{ users: slackId('yui') }])
  const [message] = slack.sent('chat.postMessage')
  expect(message!['text']).toMatch(/開発チーム.*招待が届いています/su)
  const token = /<http:\/\/localhost:3000\/invitation\?token=([^>|]+)>/u.exec(message!['text']!)![1]!
  expect((await visitor().get(`/invitations/verify/${encodeURIComponent(token)}`)).body).toEqual({ valid: true })
  expect((await me.get('/invitations/')).body.invitations).toMatchObject([
    { email: 'yui@hinode.example', role: 'member', status: 'pending' },
  ])
})

test('the invitation by direct message is in the inviter’s language', async () => {
  const { connect, member, slackId } = await slackTeam(slack)
  const inviter = await member('<!channel>', { first_name: '<@U1>', language: 'en' })
  await connect(inviter.user.id, 'misaki')
  await inviter.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })
  const [message] = slack.sent('chat.postMessage')
  expect(message!['text']).toMatch(/^&lt;!channel&gt; &lt;@U1&gt; has invited you to the team/u)
})

test('assigning a person uses the email from Slack, not the one in the request', async () => {
  const { me, person, slackId, rows } = await connected()
  await person('早川', 'hana@hinode.example')
  const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'hana@hinode.example' })
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    [expect.objectContaining({ field: 'email', code: 'invalid' })],
  ])
  expect((await rows()).connections).toHaveLength(1)
  expect((await me.get('/invitations/')).body.invitations).toEqual([])
})

test.each([
  { id: 'U9', deleted: true, profile: { email: 'yui@hinode.example' } },
  { id: 'U9', is_bot: true, profile: { email: 'yui@hinode.example' } },
  { id: 'USLACKBOT', profile: { email: 'yui@hinode.example' } },
])('a Slack id that belongs to no person is not invited: %j', async (user) => {
  const { me } = await connected()
  slack.setFault('users.info', { body: { ok: true, user } })
  const { status, body } = await me.post('/slack/assign', { id: user.id, email: 'yui@hinode.example' })
  expect([status, body.code]).toEqual([400, 'connection_refused'])
})

test('assigning a person explains if Slack does not know the person', async () => {
  const { me } = await connected()
  expect(await me.post('/slack/assign', { id: 'U-unknown', email: 'yui@hinode.example' })).toMatchObject({
    status: 400,
    body: { message: 'Slackでこの名前が見つかりませんでした。つづりを確認してください。' },
  })
})

test('a person with an open invitation is not invited again', async () => {
  const { me, slackId } = await connected()
  const draft = { id: slackId('yui'), email: 'yui@hinode.example' }
  await me.post('/slack/assign', draft)
  expect(await me.post('/slack/assign', draft)).toMatchObject({ status: 409, body: { code: 'already_invited' } })
  expect(slack.sent('chat.postMessage')).toHaveLength(1)
})

test.each<[string, Fault, number, string]>([
  ['conversations.open', { body: { ok: false, error: 'missing_scope' } }, 400, '権限が足りません'],
  ['conversations.open', { status: 429, body: '' }, 503, 'リクエストが多すぎます'],
  ['chat.postMessage', { body: { ok: false, error: 'token_revoked' } }, 400, '接続を受け付けません'],
  ['chat.postMessage', { status: 503, body: '' }, 503, '応答しません'],
])('no invitation is created if Slack answers %s with %j', async (method, fault, status, words) => {
  const { me, slackId } = await connected()
  const draft = { id: slackId('yui'), email: 'yui@hinode.example' }
  slack.setFault(method, fault)
  const answer = await me.post('/slack/assign', draft)
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)])
  expect((await me.get('/invitations/?include_expired=true')).body.invitations).toEqual([])
  slack.setFault(method, undefined)
  expect((await me.post('/slack/assign', draft)).body).toEqual({ outcome: 'invited' })
})

test.each<[string, Fault]>([
  ['hangs up', 'hanging up'],
  ['is cut off', 'truncated'],
  ['fails', { status: 502, body: '' }],
])('the invitation stays if Slack %s after it may have delivered the message', async (_what, fault) => {
  const { me, slackId } = await connected()
  slack.setFault('chat.postMessage', fault)
  const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('届いたかどうか分かりません')])
  expect((await me.get('/invitations/')).body.invitations).toMatchObject([
    { email: 'yui@hinode.example', status: 'pending' },
  ])
})

test('assigning a person answers before the browser gives up if Slack is slow', async () => {
  const { me, slackId } = await connected()
  slack.setDelay(4_500 / faster)
  const limits = shortenTimeouts()
  const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })
  expect([answer.status, answer.body.code]).toEqual([503, 'provider_unavailable'])
  expect(Math.max(...limits)).toBeLessThan(9_500)
  expect((await me.get('/invitations/?include_expired=true')).body.invitations).toEqual([])
})

const changing =
  ({ database, teamId }: Awaited<ReturnType<typeof connected>>) =>
  (id: string, columns: { email_proven_at?: Date; email_set_by_directory?: boolean; is_active?: boolean }) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').where('team_id', '=', teamId).where('id', '=', id).set(columns).execute(),
    )

test('one request links all members whose proven address belongs to one person in Slack', async () => {
  const here = await connected()
  const { me, person, rows, slackId } = here
  const change = changing(here)
  const people = ['aoi', 'riku', 'unproven', 'gone', 'misaki']
  const members = people.map((name) => ({ id: `of ${name}`, profile: { email: `${name.toUpperCase()}@all.example` } }))
  slack.setFault('users.list', { body: { ok: true, members } })
  const proven = async (name: string) => {
    const { user } = await person('早川', `${name}@all.example`)
    await change(user.id, { email_proven_at: new Date() })
    return user
  }
  const [aoi, riku] = [await proven('aoi'), await proven('riku')]
  await person('小林', 'unproven@all.example')
  await change((await proven('gone')).id, { is_active: false })
  await proven('of-nobody')

  expect(await me.post('/slack/links')).toMatchObject({ status: 200, body: { linked: 2 } })

  const linked = (await rows()).connections.map(({ user_id, subject }) => [user_id, subject])
  expect(Object.fromEntries(linked)).toEqual({
    [me.user.id]: slackId('misaki'),
    [aoi.id]: 'of aoi',
    [riku.id]: 'of riku',
  })
  expect((await me.post('/slack/links')).body).toEqual({ linked: 0 })
  expect(slack.sent('chat.postMessage')).toEqual([])
})

test('an address that two people of the Slack workspace share links no member', async () => {
  const here = await connected()
  const { me, person } = here
  const change = changing(here)
  const { user } = await person('早川', 'twin@hinode.example')
  await change(user.id, { email_proven_at: new Date() })
  const twin = (id: string) => ({ id, profile: { email: 'Twin@hinode.example' } })
  slack.setFault('users.list', { body: { ok: true, members: [twin('U1'), twin('U2')] } })
  expect((await me.post('/slack/links')).body).toEqual({ linked: 0 })
})

const proven = { email_proven_at: new Date() }
test.each([
  ['an address that nobody has proven', { email_set_by_directory: false }, 403, 200],
  ['a proven address', proven, 200, 200],
  ['an address that the directory set', { email_set_by_directory: true }, 403, 200],
  ['the address of a deactivated member', { ...proven, is_active: false }, 409, 409],
])(
  'the kind of the address decides who can link a Slack person: %s',
  async (_what, columns, byMember, byAdministrator) => {
    const here = await connected()
    const plain = await here.member('森')
    const calls = [
      { caller: plain, status: byMember },
      { caller: here.me, status: byAdministrator },
    ]
    for (const [nth, { caller, status }] of calls.entries()) {
      const email = `${crypto.randomUUID()}@hinode.example`
      const id = `U${nth}`
      slack.setFault('users.info', { body: { ok: true, user: { id, profile: { email } } } })
      const { user } = await here.person('早川', email)
      await changing(here)(user.id, columns)
      expect((await caller.post('/slack/assign', { id, email })).status).toBe(status)
      expect((await here.rows()).connections.some(({ user_id }) => user_id === user.id)).toBe(status === 200)
    }
  },
)

test('a member cannot replace the Slack account of another member', async () => {
  const here = await connected()
  const { user } = await here.person('早川', 'sora@hinode.example')
  await here.connect(user.id, 'naoki')
  await changing(here)(user.id, proven)
  const assign = { id: here.slackId('sora'), email: 'sora@hinode.example' }
  expect((await (await here.member('森')).post('/slack/assign', assign)).status).toBe(403)
  expect((await here.me.post('/slack/assign', assign)).status).toBe(200)
})
