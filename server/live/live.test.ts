import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { FastifyInstance } from 'fastify'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, startApp, team } from '#server/testing/team.ts'

const report = { report_date: '2026-10-23', yesterday_work: '設計', today_plan: '実装', issues: '' }
const listening: AbortController[] = []
afterEach(() => {
  for (const one of listening.splice(0)) one.abort()
})

/** Opens the stream of events over HTTP. `next` returns the next event, or undefined if the stream has ended. */
async function listen(
  app: FastifyInstance,
  { tokens }: Pick<Member, 'tokens'>,
  { since, clientId }: { since?: string | undefined; clientId?: string } = {},
) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const controller = new AbortController()
  listening.push(controller)
  const response = await fetch(`http://127.0.0.1:${port}/api/events${since ? `?since=${since}` : ''}`, {
    headers: { authorization: `Bearer ${tokens.access_token}`, ...(clientId && { 'x-client-id': clientId }) },
    signal: controller.signal,
  })
  const events = response
    .body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  let lastId: string | undefined
  const next = async () => {
    const { value } = await events.read()
    lastId = value?.id ?? lastId
    return value && `${value.event} ${value.data}`
  }
  const header = (name: string) => response.headers.get(name)
  return {
    status: response.status,
    type: header('content-type'),
    connection: header('connection'),
    next,
    lastId: () => lastId,
  }
}

/** The event that the first listener of a server gets when the LISTEN connection is open. */
const gap = 'gap {}'
/** Completing a first step would be an event, too, so the tests begin with all first steps done (N1.07). */
const stepsDone = { first_steps: [] }
const change = (kind: string) => `change {"kind":"${kind}"}`

test("the event stream sends the kinds of changes in the caller's own team only", async () => {
  const ours = await team()
  const [me, colleague] = [await ours.member(), await ours.member()]
  await me.patch('/teams/me', stepsDone)
  const theirs = await team()
  const stranger = await theirs.member()
  const events = await listen(ours.app, me)
  expect(events).toMatchObject({ status: 200, type: 'text/event-stream' })
  expect(await events.next()).toBe(gap)

  await stranger.post('/daily-reports', report)
  const { body } = await colleague.post('/daily-reports', report)
  expect(await events.next()).toBe(change('report'))
  await colleague.delete(`/daily-reports/${body.id}`)
  expect(await events.next()).toBe(change('report'))
  await ours.member()
  expect(await events.next()).toBe(change('member'))
})

test('only the author’s event stream says that a report was read (N5.01)', async () => {
  const { app, member } = await team()
  const [author, reader, other] = [await member(), await member(), await member()]
  const { body } = await author.post('/daily-reports', report)
  const stream = await listen(app, author)
  expect(await stream.next()).toBe(gap)
  const others = [await listen(app, reader), await listen(app, other)]

  const path = `/daily-reports/${body.id}/read`
  await reader.put(path, undefined)
  expect(await stream.next()).toBe(change('read'))
  await reader.delete(path)
  expect(await stream.next()).toBe(change('read'))
  await other.post('/insights/', { type: 'keep', note: '小さなPR' })
  for (const { next } of [stream, ...others]) expect(await next()).toBe(change('insight'))
})

test('the event stream sends a change if a colleague takes over a blocker', async () => {
  const { app, member } = await team()
  const [me, colleague] = [await member(), await member()]
  await me.patch('/teams/me', stepsDone)
  await me.post('/daily-reports', { ...report, issues: '契約書の返事待ち' })
  const events = await listen(app, me)
  expect(await events.next()).toBe(gap)
  const [{ id }] = (await colleague.get('/blockers')).body.blockers
  await colleague.patch(`/blockers/${id}`, { owner_id: colleague.user.id })
  expect(await events.next()).toBe(change('blocker'))
})

test('the event stream sends a change if an administrator deactivates or reactivates a colleague', async () => {
  const { app, member } = await team()
  const [administrator, me, colleague] = [await member(), await member(), await member()]
  const events = await listen(app, me)
  expect(await events.next()).toBe(gap)
  for (const is_active of [false, true]) {
    const { status } = await administrator.patch(`/users/${colleague.user.id}`, { is_active })
    expect(status).toBe(200)
    expect(await events.next()).toBe(change('member'))
  }
})

test('the event stream closes at once if its session is ended from another device', async () => {
  const { app, member, visitor } = await team()
  const me = await member()
  const events = await listen(app, me)
  expect(await events.next()).toBe(gap)
  const { body: tokens } = await visitor().post('/auth/login', { username: me.user.email, password })
  await visitor().call('DELETE', '/sessions', undefined, { authorization: `Bearer ${tokens.access_token}` })
  expect(await events.next()).toBeUndefined()
})

test('only the member’s event stream says that a program has stored a draft (N10.05)', async () => {
  const { app, member } = await team()
  const [me, colleague] = [await member(), await member()]
  await me.patch('/teams/me', stepsDone)
  const mine = await listen(app, me)
  expect(await mine.next()).toBe(gap)
  const theirs = await listen(app, colleague)
  const params = { name: 'draft_report', arguments: { today_plan: '実装' } }
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
  await me.post('/mcp', message, { accept: 'application/json, text/event-stream' })
  expect(await mine.next()).toBe(change('draft'))
  await me.post('/daily-reports', report)
  expect(await theirs.next()).toBe(change('report'))
})

test('only the member’s event stream has the progress of their import', async () => {
  const { app, member, database, teamId } = await team()
  const [me, colleague] = [await member(), await member()]
  await me.patch('/teams/me', stepsDone)
  const mine = await listen(app, me)
  expect(await mine.next()).toBe(gap)
  const theirs = await listen(app, colleague)
  const row = { team_id: teamId, user_id: me.user.id, source: 'jira' as const, id: me.user.id, account: 'hinode' }
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('issue_imports')
      .values({ ...row, tried_at: new Date() })
      .execute(),
  )
  expect(await mine.next()).toBe(change('import'))
  const alter = (columns: { tried_at: Date; issues_read?: number }) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('issue_imports').where('team_id', '=', teamId).set(columns).execute(),
    )
  await alter({ tried_at: new Date() })
  await me.post('/daily-reports', report)
  for (const events of [mine, theirs]) expect(await events.next()).toBe(change('report'))
  await alter({ tried_at: new Date(), issues_read: 100 })
  expect(await mine.next()).toBe(change('import'))
})

test('an event stream with an access token continues until the token is revoked (N10.01)', async () => {
  const { app, member } = await team()
  const me = await member()
  const draft = {
    name: '壁の画面',
    scopes: ['read'],
    expires_on: new Date(Date.now() + 864e5).toISOString().slice(0, 10),
  }
  const { body } = await me.post('/tokens', draft)
  const events = await listen(app, { tokens: { ...me.tokens, access_token: body.token } })
  expect(await events.next()).toBe(gap)
  await me.post('/daily-reports', { ...report, report_date: '2026-01-05' })
  expect(await events.next()).toMatch(/^change/u)
  await me.delete(`/tokens/${body.id}`)
  await expect.poll(events.next).toBeUndefined()
})

test('the event stream sends changes made through another server on the same database', async () => {
  const { app, member } = await team()
  const me = await member()
  const events = await listen(app, me)
  expect(await events.next()).toBe(gap)

  const other = await startApp()
  const { body } = await other.visitor().post('/auth/login', { username: me.user.email, password })
  const authorization = { authorization: `Bearer ${body.access_token}` }
  expect((await other.visitor().post('/daily-reports', report, authorization)).status).toBe(201)
  expect(await events.next()).toBe(change('report'))
})

test('the event stream closes at once after a logout or a deactivation', async () => {
  const { app, member, database, teamId } = await team()
  const [leaving, inactive] = [await member(), await member()]
  const [first, second] = [await listen(app, leaving), await listen(app, inactive)]
  expect(await first.next()).toBe(gap)

  await leaving.post('/auth/logout', { refresh_token: leaving.tokens.refresh_token })
  expect(await first.next()).toBeUndefined()

  await withTeamTransaction(database, { teamId }, (db) =>
    sql`update users set is_active = false where team_id = ${teamId} and id = ${inactive.user.id}`.execute(db),
  )
  while ((await second.next()) !== undefined);
})

test('after a lost database connection, the event stream says that changes may be missing', async () => {
  const { app, member, database, teamId } = await team()
  const me = await member()
  const events = await listen(app, me)
  expect(await events.next()).toBe(gap)

  await withTeamTransaction(database, { teamId }, (db) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen asakai_changes'`.execute(db),
  )
  expect(await events.next()).toBe(gap)
  await me.post('/daily-reports', report)
  expect(await events.next()).toBe(change('report'))
})

/** Ends the member's sessions without an event, as if the LISTEN connection were lost. */
const endUnheard = ({ database, teamId }: Awaited<ReturnType<typeof team>>, { user }: Member) =>
  withTeamTransaction(database, { teamId }, async (db) => {
    // Citus requires both settings.
    await sql`set local citus.enable_unsafe_triggers = on`.execute(db)
    await sql`set local citus.multi_shard_modify_mode = 'sequential'`.execute(db)
    await sql`alter table sessions disable trigger announce_session`.execute(db)
    await sql`update sessions set ended_at = now() where team_id = ${teamId} and user_id = ${user.id}`.execute(db)
    await sql`alter table sessions enable trigger announce_session`.execute(db)
  })

test('the event stream closes if its session ended while the database connection was lost', async () => {
  const ours = await team()
  const [leaving, staying] = [await ours.member(), await ours.member()]
  const first = await listen(ours.app, leaving)
  expect(await first.next()).toBe(gap)
  const second = await listen(ours.app, staying)

  await endUnheard(ours, leaving)
  await withTeamTransaction(ours.database, ours, (db) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen asakai_changes'`.execute(db),
  )
  while ((await first.next()) !== undefined);
  expect(await second.next()).toBe(gap)
  await staying.post('/daily-reports', report)
  expect(await second.next()).toBe(change('report'))
})

test("an event about a member makes the server check only that member's event streams", async () => {
  const ours = await team()
  const [leaving, changing] = [await ours.member(), await ours.member('佐伯')]
  await leaving.patch('/teams/me', stepsDone)
  const events = await listen(ours.app, leaving)
  expect(await events.next()).toBe(gap)
  // The server has finished its check after the gap when this event arrives.
  await changing.post('/insights/', { type: 'keep', note: '小さなPR' })
  expect(await events.next()).toBe(change('insight'))

  await endUnheard(ours, leaving)
  const profile = { first_name: '美咲', family_name: '佐伯', preferred_name: 'みさ', email: changing.user.email }
  await changing.patch('/users/me/profile', profile)
  expect(await events.next()).toBe(change('member'))
  await changing.post('/daily-reports', report)
  expect(await events.next()).toBe(change('report'))

  await sql`select pg_notify('asakai_changes', ${`${ours.teamId} session`})`.execute(ours.database)
  expect(await events.next()).toBeUndefined()
})

test('the server stops without waiting for event streams', async () => {
  const { app, member } = await team()
  const events = await listen(app, await member())
  expect(events.connection).toBe('close')
  await app.close()
  while ((await events.next()) !== undefined);
})

test('the oldest of more than twenty event streams of a member closes', async () => {
  const { app, member } = await team()
  const [me, colleague] = [await member(), await member()]
  const other = await listen(app, colleague)
  expect(await other.next()).toBe(gap)
  const oldest = await listen(app, me)
  for (let count = 1; count < 20; count++) await listen(app, me)
  const newest = await listen(app, me)
  expect(await oldest.next()).toBe('end {"reason":"too_many_streams"}')
  expect(await oldest.next()).toBeUndefined()
  await colleague.post('/daily-reports', report)
  expect(await newest.next()).toBe(change('report'))
  expect(await other.next()).toBe(change('report'))
})

test('each of many event streams that a member opens at once gets a response', async () => {
  const { app, member } = await team()
  const me = await member()
  await listen(app, me)
  const streams = await Promise.all(Array.from({ length: 100 }, () => listen(app, me)))
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
})

test('an event stream needs a session', async () => {
  const { visitor } = await startApp()
  expect((await visitor().get('/events')).status).toBe(401)
})

describe('resuming a stream', () => {
  /** Returns two members of a team, and a stream that already receives events. */
  async function heardTeam() {
    const { app, member } = await team()
    const [me, colleague] = [await member(), await member()]
    await me.patch('/teams/me', stepsDone)
    const events = await listen(app, me)
    expect(await events.next()).toBe(gap)
    return { app, me, colleague, events }
  }
  const lastOf = async (me: Member) => String((await me.get('/users/me')).headers['x-last-event-id'])

  test('a resumed event stream sends no earlier changes if nothing was missed', async () => {
    const { app, me, colleague } = await heardTeam()
    const again = await listen(app, me, { since: await lastOf(me) })
    await colleague.post('/insights/', { type: 'keep', note: '小さなPR' })
    expect(await again.next()).toBe(change('insight'))
  })

  test('a resumed event stream sends the missed changes, but no read receipts of other authors', async () => {
    const { app, me, colleague, events } = await heardTeam()
    const since = await lastOf(me)
    const { body } = await colleague.post('/daily-reports', report)
    expect(await events.next()).toBe(change('report'))
    await me.put(`/daily-reports/${body.id}/read`, undefined) // only the author gets this event
    await colleague.post('/insights/', { type: 'keep', note: '小さなPR' })
    expect(await events.next()).toBe(change('insight'))
    const again = await listen(app, me, { since: `${await lastOf(me)},${since}` })
    for (const kind of ['report', 'insight']) expect(await again.next()).toBe(change(kind))
    const later = await listen(app, me, { since: events.lastId() })
    await colleague.delete(`/daily-reports/${body.id}`)
    expect(await later.next()).toBe(change('report'))
  })

  test('a resumed event stream warns of missing changes if the server no longer knows them', async () => {
    const { app, me } = await heardTeam()
    const again = await listen(app, me, { since: '12-3' })
    expect(await again.next()).toBe(gap)
    const once = await listen(app, me, { since: again.lastId() })
    await me.post('/daily-reports', report)
    expect(await once.next()).toBe(change('report'))
  })

  test('an event stream marks changes as own only for the client that made them', async () => {
    const { app, me, colleague, events } = await heardTeam()
    const mine = await listen(app, me, { since: await lastOf(me), clientId: 'tab-of-mine' })
    await me.post('/daily-reports', report, { 'x-client-id': 'tab-of-mine' })
    expect(await mine.next()).toBe('change {"kind":"report","own":true}')
    expect(await events.next()).toBe(change('report'))
    for (const id of ['tab-of-another', 'short', `x'; drop table users`, 'x'.repeat(10_000), '']) {
      const note = { type: 'keep', note: '小さなPR' }
      expect((await colleague.post('/insights/', note, { 'x-client-id': id })).status).toBe(201)
      expect(await mine.next()).toBe(change('insight'))
    }
  })

  test.each(['x', '1,,2', '1'.repeat(500), Array(11).fill('1').join()])(
    'an event stream cannot be resumed from the malformed id %.20s',
    async (since) => {
      const { app, me } = await heardTeam()
      expect((await listen(app, me, { since })).status).toBe(400)
    },
  )
})
