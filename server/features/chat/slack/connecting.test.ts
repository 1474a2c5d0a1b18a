import { describe, expect, test, vi } from 'vitest'
import { isCurrent, openKeyring } from '#server/access/keys/sealed.ts'
import { sql } from 'kysely'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { naughtyStrings } from '#server/testing/fixtures.ts'
import type { Fault } from '#server/testing/fault.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { installAtSlack } from '#server/testing/slack.ts'
import { connectSlack, resealWorkspaces, slackAddress } from './operations.ts'
import { connectedTeam, openSlack, redirectUri, slackTeam } from './testing/slack-team.ts'

const slack = await openSlack()
const connected = () => connectedTeam(slack)

/** Slack's response to an installation in this workspace. */
const installed = (id: string, name = id) => ({
  body: {
    ok: true,
    access_token: `xoxb-${id}`,
    scope: 'chat:write,users:read,users:read.email,im:write,channels:read',
    team: { id, name },
    authed_user: { id: `U-${id}` },
  },
})

/** Finishes the jobs of earlier tests, and deletes their workspaces. */
async function endEarlierTests({ app, database, teamId }: Awaited<ReturnType<typeof connected>>) {
  await runJobs(app)
  await withEveryTeamTransaction(database, (db) =>
    db.deleteFrom('slack_workspaces').where('team_id', '<>', teamId).execute(),
  )
}

describe('connecting', () => {
  test('connecting Slack stores the team’s workspace and the member’s id in the workspace', async () => {
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

  test('the Slack token is stored encrypted and never returned', async () => {
    const { me, rows, slackOf } = await connected()
    const { botToken } = (await slackOf())!
    const { workspaces } = await rows()
    expect(workspaces[0]!.secret).not.toContain(botToken)
    const answers = await Promise.all(['/connections', '/users/me', '/slack/users'].map((path) => me.get(path)))
    expect(JSON.stringify(answers)).not.toContain('xoxb-')
  })

  test('connecting the same Slack workspace again renews its token', async () => {
    const { me, connect, rows, slackOf } = await connected()
    const before = await slackOf()
    await connect(me.user.id, 'misaki')
    expect((await slackOf())!.botToken).not.toBe(before!.botToken)
    expect((await rows()).connections).toHaveLength(1)
  })

  test('a team cannot connect another Slack workspace while a member is connected', async () => {
    const { me, connect, person, rows } = await connected()
    const colleague = await person('naoki')
    slack.setFault('oauth.v2.access', installed('T2', '別の会社'))
    await expect(connect(colleague.user.id, 'naoki')).rejects.toMatchObject({ code: 'other_workspace' })
    expect(await rows()).toMatchObject({ connections: [{}], workspaces: [{ name: '日の出システム' }] })

    await me.delete('/connections/slack')
    await connect(colleague.user.id, 'naoki')
    expect(await rows()).toMatchObject({ connections: [{ account: '別の会社' }], workspaces: [{ workspace_id: 'T2' }] })
  })

  test('a Slack account that another member has connected is refused', async () => {
    const { connect, person, rows } = await connected()
    const colleague = await person('naoki')
    await expect(connect(colleague.user.id, 'misaki')).rejects.toMatchObject({ code: 'account_elsewhere' })
    expect((await rows()).connections).toHaveLength(1)
  })

  test('only one of two members who connect different Slack workspaces at once succeeds', async () => {
    const { services, person, teamId, rows } = await slackTeam(slack)
    const members = [await person('misaki'), await person('naoki')]
    const answers = [installed('T-1'), installed('T-2')]
    slack.setFault('oauth.v2.access', () => answers.pop()!)
    const outcomes = await Promise.allSettled(
      members.map(({ user }) =>
        connectSlack(services, { teamId, userId: user.id, isAdmin: true }, { code: 'c', redirectUri }),
      ),
    )
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'other_workspace' } })
    expect((await rows()).connections).toHaveLength(1)
    expect((await rows()).workspaces).toHaveLength(1)
  })

  test('only an administrator can connect the first Slack workspace', async () => {
    const { services, person, connect, teamId, rows } = await slackTeam(slack)
    const [me, colleague] = [await person('misaki'), await person('naoki')]
    const asMember = { teamId, userId: colleague.user.id, isAdmin: false }
    const { code } = await installAtSlack(slackAddress(services, { state: 's', redirectUri }), 'naoki')
    const joining = () => connectSlack(services, asMember, { code: code!, redirectUri })
    await expect(joining()).rejects.toMatchObject({ code: 'admins_only' })
    expect(slack.calls.filter(({ method }) => method === 'oauth.v2.access')).toEqual([])

    await connect(me.user.id, 'misaki')
    await joining()
    expect((await rows()).connections).toHaveLength(2)
  })

  test.each<[Fault, string]>([
    [{ body: { ok: false, error: 'invalid_code' } }, 'refused'],
    [{ body: { ok: false, error: 'bad_client_secret' } }, 'misconfigured'],
    ['broken JSON', 'invalid_response'],
    ['truncated', 'invalid_response'],
    [{ status: 500, body: '' }, 'unavailable'],
  ])('a failed connection to Slack stores nothing: %j', async (fault, reason) => {
    const { services, person, teamId, rows } = await slackTeam(slack)
    const { user } = await person('misaki')
    const { code } = await installAtSlack(slackAddress(services, { state: 's', redirectUri }), 'misaki')
    slack.setFault('oauth.v2.access', fault)
    const member = { teamId, userId: user.id, isAdmin: true }
    await expect(connectSlack(services, member, { code: code!, redirectUri })).rejects.toMatchObject({ reason })
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
  })
})

describe('disconnecting', () => {
  const revoked = () => slack.calls.filter(({ method }) => method === 'auth.revoke')

  test('the last member who disconnects Slack removes the workspace and ends the grant', async () => {
    const here = await connected()
    const { app, me, connect, person, rows, slackOf } = here
    await endEarlierTests(here)
    const colleague = await person('naoki')
    await connect(colleague.user.id, 'naoki')
    const { botToken } = (await slackOf())!

    expect((await colleague.delete('/connections/slack')).status).toBe(204)
    expect(await rows()).toMatchObject({ connections: [{ user_id: me.user.id }], workspaces: [{}] })
    expect((await me.delete('/connections/slack')).status).toBe(204)
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
    expect((await me.get('/users/me')).body).toMatchObject({ is_slack_available: false, connections: {} })
    expect(await runJobs(app)).toEqual([])
    expect(revoked()).toMatchObject([{ authorization: `Bearer ${botToken}` }])
    expect((await colleague.delete('/connections/slack')).status).toBe(204)
  })

  test('the Slack workspace remains if the last member who disconnects is no administrator', async () => {
    const { me, connect, person, rows } = await connected()
    const colleague = await person('naoki')
    await connect(colleague.user.id, 'naoki')
    await me.delete('/connections/slack')
    await colleague.delete('/connections/slack')
    expect(await rows()).toMatchObject({ connections: [], workspaces: [{}] })
    await me.delete('/connections/slack')
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
  })

  test('the grant of a Slack workspace remains while another team uses the same workspace', async () => {
    const one = await connected()
    const other = await connected()
    await one.me.delete('/connections/slack')
    expect((await other.me.get('/slack/users')).status).toBe(200)
    await runJobs(one.app)
    expect(revoked()).toEqual([])
  })

  test('connecting another Slack workspace ends the grant of the former one (E1.15)', async () => {
    const here = await connected()
    const { app, database, me, connect, slackOf, teamId } = here
    const { botToken } = (await slackOf())!
    await endEarlierTests(here)
    await withEveryTeamTransaction(database, (db) =>
      db.deleteFrom('connections').where('team_id', '=', teamId).execute(),
    )
    slack.setFault('oauth.v2.access', installed('T3', '別の会社'))
    await connect(me.user.id, 'misaki')
    expect(await runJobs(app)).toEqual([])
    expect(revoked().map(({ authorization }) => authorization)).toContain(`Bearer ${botToken}`)
  })

  test('disconnecting Slack does not wait for a response from Slack', async () => {
    const here = await connected()
    const { app, database, me, rows, slackOf } = here
    const { botToken } = (await slackOf())!
    await endEarlierTests(here)
    slack.setFault('auth.revoke', 'hanging up')
    expect((await me.delete('/connections/slack')).status).toBe(204)
    expect(await rows()).toEqual({ connections: [], workspaces: [] })
    expect(await runJobs(app)).toHaveLength(1)
    slack.setFault('auth.revoke', { body: { ok: true, revoked: true } })
    await withEveryTeamTransaction(database, (db) =>
      sql`update graphile_worker._private_jobs set run_at = now()`.execute(db),
    )
    expect(await runJobs(app)).toEqual([])
    expect(revoked().at(-1)).toMatchObject({ authorization: `Bearer ${botToken}` })
  })
})

test('the name of a Slack workspace is stored as Slack returns it', async () => {
  const { services, person, teamId } = await slackTeam(slack)
  const me = await person('佐伯')
  const name = naughtyStrings()
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
    .join(' ')
  slack.setFault('oauth.v2.access', installed('T9', name))
  await connectSlack(services, { teamId, userId: me.user.id, isAdmin: true }, { code: 'c', redirectUri })
  expect((await me.get('/connections')).body.connections).toMatchObject([{ account: name }])
})

test('the Slack token is encrypted again with a new SECRET_KEY', async () => {
  const { services, config, rows, slackOf } = await connected()
  const before = await slackOf()
  const newer = openKeyring(Buffer.alloc(32, 7), config.secretKey)
  await resealWorkspaces({ ...services, keyring: newer })
  const [workspace] = (await rows()).workspaces
  expect(isCurrent(newer, workspace!.secret)).toBe(true)
  Object.assign(services, { keyring: openKeyring(Buffer.alloc(32, 7)) })
  expect(await slackOf()).toEqual(before)
})

test('a failed request to Slack logs neither the token nor an invitation link', async () => {
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
