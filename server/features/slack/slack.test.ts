import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isCurrent, openKeyring } from '#server/access/sealed.ts'
import { inEveryTeam } from '#server/db/database.ts'
import type { Fault } from '#server/testing/fault.ts'
import { installAtSlack } from '#server/testing/slack.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'
import { connectSlack, resealWorkspaces, slackAddress } from './operations.ts'
import { people, redirectUri, slackTeam } from './slack.fixture.ts'

let slack: Awaited<ReturnType<typeof standIn.slack>>

beforeAll(async () => {
  slack = await standIn.slack({ redirectUris: [redirectUri], people })
})
beforeEach(() => {
  slack.calls.length = 0
  for (const method of ['oauth.v2.access', 'users.list', 'users.info', 'conversations.open', 'chat.postMessage'])
    slack.setFault(method, undefined)
})

/** Misaki has connected the team's Slack. */
async function connected() {
  const here = await slackTeam(slack)
  const me = await here.person('misaki')
  await here.connect(me.user.id, 'misaki')
  slack.calls.length = 0
  return { ...here, me }
}

describe('connecting', () => {
  test('gives the team its workspace, and the member who they are there', async () => {
    const { me, rows, slackOf, slackId } = await connected()
    const { connections, workspaces } = await rows()
    expect(connections).toEqual([
      { user_id: me.user.id, account: '日の出システム', subject: slackId('misaki'), secret: null },
    ])
    expect(workspaces).toMatchObject([{ workspace_id: 'T000000001', name: '日の出システム', installed_by: me.user.id }])
    expect(await slackOf()).toMatchObject({ botToken: expect.stringMatching(/^xoxb-/u), channel: 'general' })
    expect((await me.get('/users/me')).body).toMatchObject({
      is_slack_available: true,
      connections: { slack: '日の出システム' },
    })
    expect((await me.get('/connections')).body.destinations).toEqual(['slack'])
  })

  test('keeps the token sealed, and tells it nobody', async () => {
    const { me, rows, slackOf } = await connected()
    const { botToken } = (await slackOf())!
    const { workspaces } = await rows()
    expect(workspaces[0]!.secret.toString('latin1')).not.toContain(botToken)
    const answers = await Promise.all(['/connections', '/users/me', '/slack/users'].map((path) => me.get(path)))
    expect(JSON.stringify(answers)).not.toContain('xoxb-')
  })

  test('the same workspace again renews its token', async () => {
    const { me, connect, rows, slackOf } = await connected()
    const before = await slackOf()
    await connect(me.user.id, 'misaki')
    expect((await slackOf())!.botToken).not.toBe(before!.botToken)
    expect((await rows()).connections).toHaveLength(1)
  })

  test('another workspace is refused while somebody is connected, and taken when nobody is any more', async () => {
    const { me, connect, person, rows } = await connected()
    const colleague = await person('naoki')
    slack.setFault('oauth.v2.access', {
      body: {
        ok: true,
        access_token: 'xoxb-other',
        scope: 'chat:write,users:read,users:read.email,im:write,channels:read',
        team: { id: 'T2', name: '別の会社' },
        authed_user: { id: 'U2' },
      },
    })
    await expect(connect(colleague.user.id, 'naoki')).rejects.toMatchObject({ code: 'other_workspace' })
    expect(await rows()).toMatchObject({ connections: [{}], workspaces: [{ name: '日の出システム' }] })

    await me.delete('/connections/slack')
    await connect(colleague.user.id, 'naoki')
    expect(await rows()).toMatchObject({ connections: [{ account: '別の会社' }], workspaces: [{ workspace_id: 'T2' }] })
  })

  test('somebody else’s Slack account stays theirs', async () => {
    const { connect, person, rows } = await connected()
    const colleague = await person('naoki')
    await expect(connect(colleague.user.id, 'misaki')).rejects.toMatchObject({ code: 'account_elsewhere' })
    expect((await rows()).connections).toHaveLength(1)
  })

  test('of two members at once with two workspaces, one is refused', async () => {
    const { services, person, teamId, rows } = await slackTeam(slack)
    const members = [await person('misaki'), await person('naoki')]
    const installed = (id: string) => ({
      ok: true,
      access_token: `xoxb-${id}`,
      scope: 'chat:write,users:read,users:read.email,im:write,channels:read',
      team: { id, name: id },
      authed_user: { id: `U-${id}` },
    })
    const workspaces = [installed('T-1'), installed('T-2')]
    slack.setFault('oauth.v2.access', () => ({ body: workspaces.pop() }))
    const outcomes = await Promise.allSettled(
      members.map(({ user }) => connectSlack(services, { teamId, userId: user.id }, { code: 'c', redirectUri })),
    )
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'other_workspace' } })
    expect((await rows()).connections).toHaveLength(1)
    expect((await rows()).workspaces).toHaveLength(1)
  })

  test.each<[Fault, string]>([
    [{ body: { ok: false, error: 'invalid_code' } }, 'refused'],
    [{ body: { ok: false, error: 'bad_client_secret' } }, 'refused'],
    ['broken JSON', 'broken'],
    ['truncated', 'broken'],
    [{ status: 500, body: '' }, 'away'],
  ])('that fails leaves nothing behind: %j', async (fault, reason) => {
    const { services, person, teamId, rows } = await slackTeam(slack)
    const { user } = await person('misaki')
    const { code } = await installAtSlack(slackAddress(services, { state: 's', redirectUri }), 'misaki')
    slack.setFault('oauth.v2.access', fault)
    const member = { teamId, userId: user.id }
    await expect(connectSlack(services, member, { code: code!, redirectUri })).rejects.toMatchObject({ reason })
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
  })
})

describe('the people of the workspace', () => {
  test('are listed with who of them is a member, by e-mail or by Slack id', async () => {
    const { me, person, connect, slackId } = await connected()
    const other = await person('早川')
    await connect(other.user.id, 'naoki')
    await person('小林', 'ren@hinode.example')

    const { status, body } = await me.get('/slack/users')

    expect(status).toBe(200)
    const known = new Map(body.map((user: { id: string }) => [user.id, user]))
    expect(known.get(slackId('misaki'))).toEqual({
      id: slackId('misaki'),
      real_name: 'misaki さん',
      is_existing_user: true,
      profile: { image_original: null, display_name_normalized: 'misaki', email: 'MISAKI@hinode.example' },
    })
    expect(known.get(slackId('naoki'))).toMatchObject({ is_existing_user: true })
    expect(known.get(slackId('ren'))).toMatchObject({ is_existing_user: true })
    expect(known.get(slackId('yui'))).toMatchObject({ is_existing_user: false })
  })

  test('a member of another team is nobody here', async () => {
    const other = await slackTeam(slack)
    await other.person('森', 'sora@hinode.example')
    const { me, slackId } = await connected()
    const { body } = await me.get('/slack/users')
    expect(body.find(({ id }: { id: string }) => id === slackId('sora'))).toMatchObject({ is_existing_user: false })
  })

  test('bots, Slackbot, strangers and those who have left are no people', async () => {
    const { me } = await connected()
    const members = [
      { id: 'U1', name: 'still-here', profile: {} },
      { id: 'U2', deleted: true },
      { id: 'U3', is_bot: true },
      { id: 'U4', is_stranger: true },
      { id: 'USLACKBOT', name: 'slackbot' },
      { name: 'no id' },
    ]
    slack.setFault('users.list', { body: { ok: true, members } })
    expect((await me.get('/slack/users')).body).toEqual([
      {
        id: 'U1',
        real_name: 'still-here',
        is_existing_user: false,
        profile: { image_original: null, display_name_normalized: null, email: null },
      },
    ])
  })

  test('are asked for by nobody whose team has no Slack, or whose operator has not set it up', async () => {
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
      'Slackがこの接続を受け付けません。入力を確かめるか、もう一度接続してください。',
      undefined,
    ],
    [
      { status: 401, body: '' },
      400,
      'Slackがこの接続を受け付けません。入力を確かめるか、もう一度接続してください。',
      undefined,
    ],
    [
      { status: 403, body: '' },
      400,
      'Slackのこのアカウントには権限がありません。Slackの管理者にお問い合わせください。',
      undefined,
    ],
    [{ status: 404, body: '' }, 400, 'Slackに見つかりません。名前を確かめてください。', undefined],
    [
      { status: 429, headers: { 'retry-after': '30' }, body: '' },
      503,
      'Slackへの問い合わせが多すぎます。少し待ってからもう一度お試しください。',
      '30',
    ],
    [{ status: 500, body: '' }, 503, 'Slackが応答しません。しばらくしてからもう一度お試しください。', '60'],
    ['hanging up', 503, 'Slackが応答しません。しばらくしてからもう一度お試しください。', '60'],
    ['broken JSON', 503, 'Slackの応答を読み取れませんでした。しばらくしてからもう一度お試しください。', '60'],
    ['truncated', 503, 'Slackの応答を読み取れませんでした。しばらくしてからもう一度お試しください。', '60'],
  ])('%j: one sentence, and what was there stays', async (fault, status, message, retryAfter) => {
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
})

describe('assigning', () => {
  test('a member by their e-mail stores who they are at Slack; again changes nothing', async () => {
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

  test('whoever is known by their Slack id stays who they are, whatever their e-mail', async () => {
    const { me, person, connect, rows, slackId } = await connected()
    const other = await person('早川')
    await connect(other.user.id, 'yui')
    const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })
    expect(answer.body).toEqual({ outcome: 'linked' })
    expect((await rows()).connections.map(({ subject }) => subject)).toEqual([slackId('misaki'), slackId('yui')])
  })

  test('somebody who is no member gets the link as a direct message, and can accept it', async () => {
    const { me, visitor, slackId } = await connected()

    const answer = await me.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })

    expect(answer).toMatchObject({ status: 200, body: { outcome: 'invited' } })
    expect(JSON.stringify(answer.body)).not.toContain('token=')
    expect(slack.sent('conversations.open')).toMatchObject([{ users: slackId('yui') }])
    const [message] = slack.sent('chat.postMessage')
    expect(message!['text']).toMatch(/開発チーム.*招待しました/su)
    const token = /<http:\/\/localhost:3000\/invitation\?token=([^>|]+)>/u.exec(message!['text']!)![1]!
    expect((await visitor().get(`/invitations/verify/${encodeURIComponent(token)}`)).body).toEqual({ valid: true })
    expect((await me.get('/invitations/')).body.invitations).toMatchObject([
      { email: 'yui@hinode.example', role: 'member', status: 'pending' },
    ])
  })

  test('the message is in the inviter’s language, and their name mentions nobody', async () => {
    const { connect, member, slackId } = await slackTeam(slack)
    const inviter = await member('<!channel>', { first_name: '<@U1>', language: 'en' })
    await connect(inviter.user.id, 'misaki')
    await inviter.post('/slack/assign', { id: slackId('yui'), email: 'yui@hinode.example' })
    const [message] = slack.sent('chat.postMessage')
    expect(message!['text']).toMatch(/^&lt;!channel&gt; &lt;@U1&gt; has invited you to the team/u)
  })

  test('the e-mail is the one that Slack has, not what is asked for', async () => {
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
  ])('nobody is invited who is no person: %j', async (user) => {
    const { me } = await connected()
    slack.setFault('users.info', { body: { ok: true, user } })
    const { status, body } = await me.post('/slack/assign', { id: user.id, email: 'yui@hinode.example' })
    expect([status, body.code]).toEqual([400, 'connection_refused'])
  })

  test('nobody Slack knows: told in words', async () => {
    const { me } = await connected()
    expect(await me.post('/slack/assign', { id: 'U-unknown', email: 'yui@hinode.example' })).toMatchObject({
      status: 400,
      body: { message: 'Slackに見つかりません。名前を確かめてください。' },
    })
  })

  test('whoever is invited already is not invited again', async () => {
    const { me, slackId } = await connected()
    const draft = { id: slackId('yui'), email: 'yui@hinode.example' }
    await me.post('/slack/assign', draft)
    expect(await me.post('/slack/assign', draft)).toMatchObject({ status: 409, body: { code: 'already_invited' } })
    expect(slack.sent('chat.postMessage')).toHaveLength(1)
  })

  test.each<[string, Fault, number, string]>([
    ['conversations.open', { body: { ok: false, error: 'missing_scope' } }, 400, '権限が足りません'],
    ['conversations.open', { status: 429, body: '' }, 503, '問い合わせが多すぎます'],
    ['chat.postMessage', { body: { ok: false, error: 'token_revoked' } }, 400, '接続を受け付けません'],
    ['chat.postMessage', { status: 500, body: '' }, 503, '応答しません'],
    ['chat.postMessage', 'hanging up', 400, '届いたかどうか分かりません'],
    ['chat.postMessage', 'truncated', 400, '届いたかどうか分かりません'],
  ])('where %s fails (%j) nobody is invited, and it can be done again', async (method, fault, status, words) => {
    const { me, slackId } = await connected()
    const draft = { id: slackId('yui'), email: 'yui@hinode.example' }
    slack.setFault(method, fault)
    const answer = await me.post('/slack/assign', draft)
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(words)])
    expect((await me.get('/invitations/?include_expired=true')).body.invitations).toEqual([])
    slack.setFault(method, undefined)
    expect((await me.post('/slack/assign', draft)).body).toEqual({ outcome: 'invited' })
  })
})

describe('disconnecting', () => {
  const revoked = () => slack.calls.filter(({ method }) => method === 'auth.revoke')

  test('one of two leaves the workspace; the last one takes it along and ends the grant', async () => {
    const { me, connect, database, person, rows, slackOf, teamId } = await connected()
    await inEveryTeam(database, (db) => db.deleteFrom('slack_workspaces').where('team_id', '<>', teamId).execute())
    const colleague = await person('naoki')
    await connect(colleague.user.id, 'naoki')
    const { botToken } = (await slackOf())!

    expect((await me.delete('/connections/slack')).status).toBe(204)
    expect(await rows()).toMatchObject({ connections: [{ user_id: colleague.user.id }], workspaces: [{}] })
    expect((await colleague.delete('/connections/slack')).status).toBe(204)
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
    expect((await me.get('/users/me')).body).toMatchObject({ is_slack_available: false, connections: {} })
    await vi.waitFor(() => expect(revoked()).toMatchObject([{ authorization: `Bearer ${botToken}` }]))
    expect((await colleague.delete('/connections/slack')).status).toBe(204)
  })

  test('while another team has the same workspace the grant stays: there is only one', async () => {
    const one = await connected()
    const other = await connected()
    await one.me.delete('/connections/slack')
    expect((await other.me.get('/slack/users')).status).toBe(200)
    expect(revoked()).toEqual([])
  })

  test('waits for nobody: Slack may be down', async () => {
    const { me, rows } = await connected()
    slack.setFault('auth.revoke', 'hanging up')
    expect((await me.delete('/connections/slack')).status).toBe(204)
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
  })
})

test('a key of before is replaced', async () => {
  const { services, config, rows, slackOf } = await connected()
  const before = await slackOf()
  const newer = openKeyring(Buffer.alloc(32, 7), config.secretKey)
  await resealWorkspaces({ ...services, keyring: newer })
  const [workspace] = (await rows()).workspaces
  expect(isCurrent(newer, workspace!.secret)).toBe(true)
  Object.assign(services, { keyring: openKeyring(Buffer.alloc(32, 7)) })
  expect(await slackOf()).toEqual(before)
})

test('neither the token nor the link of an invitation is logged, whatever fails', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const here = await slackTeam(slack, { logLevel: 'debug' })
  const me = await here.person('佐伯')
  await here.connect(me.user.id, 'misaki')
  const faults = [
    undefined,
    { status: 500, body: 'xoxb-x' },
    { body: { ok: false, error: 'xoxb-x' } },
    'truncated',
  ] as const
  for (const fault of faults) {
    for (const method of ['users.list', 'chat.postMessage', 'auth.revoke']) slack.setFault(method, fault)
    await me.get('/slack/users')
    await me.post('/slack/assign', { id: here.slackId('yui'), email: 'yui@hinode.example' })
  }
  await me.delete('/connections/slack')
  const lines = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  expect(lines).toContain('/slack/assign')
  expect(lines).not.toMatch(/xoxb-|invitation\?token|secret of the stand-in/u)
})
