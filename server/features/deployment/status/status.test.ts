import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { testDatabase } from '#server/testing/database.ts'
import { listen } from '#server/testing/listen.ts'
import { type Member, firstTeam, team } from '#server/testing/team.ts'
import { version } from '#server/process/version.ts'

const now = new Date('2026-11-20T09:00:00Z')
const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const nothing = { succeeded_at: null, failed_at: null, failure: null }

async function addDeliveries(database: Database, teamId: string, { user }: Member) {
  const of = { team_id: teamId, user_id: user.id, kind: 'report', due_at: now } as const
  const sent = {
    ...of,
    id: newId(),
    day: '2026-11-18',
    destination: 'slack',
    status: 'sent',
    updated_at: before(9),
  } as const
  const dead = {
    ...of,
    id: newId(),
    day: '2026-11-19',
    destination: 'slack',
    status: 'dead',
    failure: 'unavailable',
    updated_at: before(8),
  } as const
  const mailed = {
    ...of,
    id: newId(),
    day: '2026-11-17',
    destination: 'mail',
    status: 'sent',
    updated_at: before(7),
  } as const
  const waiting = {
    ...of,
    id: newId(),
    day: '2026-11-20',
    destination: 'slack',
    status: 'pending',
    updated_at: before(6),
  } as const
  await withTeamTransaction(database, { teamId }, async (db) => {
    for (const row of [sent, dead, mailed, waiting]) await db.insertInto('outbox').values(row).execute()
    await db
      .insertInto('backlog_syncs')
      .values({ team_id: teamId, user_id: user.id, source: 'github', synced_at: before(1), failure: null })
      .execute()
  })
}

test('an administrator can read the state of the services that the team depends on', async () => {
  const slack = { SLACK_CLIENT_ID: 'id', SLACK_CLIENT_SECRET: 'secret' }
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  const { member, clock, database, teamId } = await firstTeam({
    now,
    providers: readProviders(readerOf({ ...slack, ...google })),
  })
  const administrator = await member('佐伯', { first_name: '美咲' })
  clock.now = new Date(now.getTime() + 1_000)
  const other = await member('早川', { first_name: '蓮' })
  const report = { report_date: '2026-11-19', yesterday_work: 'x', today_plan: 'y', issues: '' }
  expect((await administrator.post('/daily-reports', report)).status).toBe(201)
  await addDeliveries(database, teamId, administrator)

  const { status, body } = await administrator.get('/deployment/state', { 'accept-language': 'en' })
  expect([status, body]).toMatchObject([
    200,
    {
      version,
      newest: null,
      public_url: expect.stringMatching(/^http/u),
      database: { kind: 'bundled', version: expect.stringMatching(/^\d+/u) },
      backup: { nightly: false, newest_at: null },
      queue: { late_seconds: expect.any(Number), waiting: 1, failed: 1 },
      mail: { is_set_up: false, succeeded_at: before(7).toISOString(), failed_at: null, failure: null },
      providers: [
        {
          id: 'slack',
          succeeded_at: before(9).toISOString(),
          failed_at: before(8).toISOString(),
          failure: 'Slack isn’t responding. Try again in a while.',
        },
        { id: 'google', ...nothing },
        { id: 'github', ...nothing, succeeded_at: before(1).toISOString() },
      ],
    },
  ])
  const members = body.members as { id: string; signed_in_at: string | null; ways: string[] }[]
  expect(members.map(({ id, ways }) => [id, ways])).toEqual([
    [other.user.id, ['password']],
    [administrator.user.id, ['password']],
  ])
  expect(members.every(({ signed_in_at }) => signed_in_at !== null)).toBe(true)
})

test('members without administrator rights cannot read the state of the services', async () => {
  const { member, database, teamId } = await firstTeam()
  const [administrator, other] = [await member(), await member()]
  await addDeliveries(database, teamId, administrator)
  expect(await other.get('/deployment/state')).toMatchObject({ status: 403, body: { code: 'admins_only' } })

  const stranger = await (await firstTeam()).member('機密')
  const { body } = await stranger.get('/deployment/state')
  expect(body).toMatchObject({ queue: { waiting: 0, failed: 0 }, mail: nothing, providers: [] })
  expect(body.members).toHaveLength(1)
})

test.each(['new-team', 'join', 'closed'] as const)(
  'only administrators of the first team see the deployment’s state with SIGNUP=%s',
  async (signUp) => {
    const database = await testDatabase()
    const first = await (await team({ signUp, database })).member()
    const later = await team({ signUp, database })
    const [stranger, plain] = [await later.member(), await later.member()]
    const isShown = async (who: Member) => (await who.get('/users/me')).body.has_server_settings
    expect([await isShown(first), await isShown(stranger), await isShown(plain)]).toEqual([true, false, false])
    for (const path of ['/deployment/state', '/team/backup']) {
      expect(await first.get(path)).toMatchObject({ status: 200 })
      const refused = await stranger.get(path)
      expect(refused).toMatchObject({ status: 403, body: { code: 'first_team_only' } })
      expect(JSON.stringify(refused.body)).not.toMatch(/18\.|nightly|late_seconds/u)
    }
  },
)

test('the status lists the sign-in methods of active members only, including providers', async () => {
  const { member, database, teamId } = await firstTeam()
  const [administrator, byGoogle, gone] = [await member(), await member(), await member()]
  await withTeamTransaction(database, { teamId }, async (db) => {
    const of = { team_id: teamId, user_id: byGoogle.user.id }
    await db.deleteFrom('credentials').where('team_id', '=', teamId).where('user_id', '=', of.user_id).execute()
    await db.deleteFrom('sessions').where('team_id', '=', teamId).where('user_id', '=', of.user_id).execute()
    await db
      .insertInto('connections')
      .values({ ...of, provider: 'google', account: 'x', subject: newId() })
      .execute()
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('team_id', '=', teamId)
      .where('id', '=', gone.user.id)
      .execute()
  })
  expect((await administrator.get('/deployment/state')).body.members).toMatchObject([
    { id: administrator.user.id, ways: ['password'] },
    { id: byGoogle.user.id, signed_in_at: null, ways: ['google'] },
  ])
})

test('the server asks the configured address for a newer version once, not again in ten minutes', async () => {
  let asked = 0
  const { url, close } = await listen((_request, response) => {
    asked += 1
    response.end('{"version":"99.0.0"}')
  })
  afterwards(close)
  const { member, clock } = await firstTeam({ now, updatesUrl: `${url}/latest` })
  const administrator = await member()
  const newest = async () => (await administrator.get('/deployment/state')).body.newest
  expect([await newest(), await newest(), asked]).toEqual([
    { version: '99.0.0', is_newer: true },
    { version: '99.0.0', is_newer: true },
    1,
  ])
  clock.now = new Date(now.getTime() + 10 * 60_000)
  await newest()
  expect(asked).toBe(1)
})

test.each([
  ['the version server does not answer', '', 'http://127.0.0.1:1/'],
  ['the response contains no version', '{"version":"<script>"}', undefined],
])('the newest version is unknown if %s', async (_, answer, elsewhere) => {
  const { url, close } = await listen((_request, response) => response.end(answer))
  afterwards(close)
  const { app, member } = await firstTeam({ updatesUrl: elsewhere ?? url })
  expect((await (await member()).get('/deployment/state')).body.newest).toEqual({ version: null, is_newer: false })
  expect(await app.services.metrics.text()).toContain('asakai_events_total{event="newest_version_unknown"} 1')
})
