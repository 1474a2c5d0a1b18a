import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test, vi } from 'vitest'
import { type Database, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { type Member, newAddress, team } from '#server/testing/team.ts'
import { client } from '#server/testing/client.ts'
import { routesOf } from '#server/testing/described.ts'
import { exampleOf } from '#server/testing/example.ts'

// The tests make hundreds of calls, and the machine can be busy.
vi.setConfig({ testTimeout: 300_000 }) // milliseconds

/** The public calls. Every other call, including each new one, is tested as a call for members. */
const open = new Set([
  'GET /openapi.json',
  'GET /healthz',
  'GET /readyz',
  'GET /metrics',
  'GET /seen', // for the operator's check, which sends a token of its own
  'GET /deployment',
  'POST /auth/login',
  'POST /auth/passkey/options',
  'POST /auth/passkey',
  'POST /auth/refresh',
  'POST /auth/logout',
  'GET /auth/google/login-url',
  'GET /auth/oidc/login-url',
  'POST /auth/google/login',
  'POST /auth/oidc/backchannel-logout',
  'POST /auth/oidc/login',
  'POST /auth/google/refusal',
  'POST /auth/oidc/refusal',
  'POST /users/google/onboarding',
  'POST /auth/google/onboarding-check',
  'GET /auth/github/login-url',
  'POST /auth/github/login',
  'POST /auth/github/refusal',
  'GET /auth/tab.js',
  'GET /auth/tab.css',
  'GET /auth/slack',
  'GET /auth/slack/callback',
  'GET /auth/microsoft',
  'GET /auth/microsoft/callback',
  'GET /auth/apple',
  'GET /auth/apple/callback',
  'POST /auth/apple/callback',
  'POST /onboarding',
  'POST /auth/password-reset',
  'PUT /auth/password-reset',
  'POST /auth/password-reset/check',
  'POST /auth/email-proof',
  'POST /auth/email-proof/check',
  'POST /auth/email-proof/disown',
  'POST /auth/not-me',
  'POST /auth/not-me/check',
  'GET /invitations/verify/:token',
  'GET /invitations/info',
  'POST /invitations/accept',
  'GET /calendar/:file',
  'GET /week-mail/:token',
  'POST /week-mail/:token',
  'POST /slack/requests', // for Slack, which signs its requests
  'GET /.well-known/oauth-protected-resource',
  'GET /.well-known/oauth-protected-resource/api/mcp',
  'GET /.well-known/oauth-authorization-server',
  'GET /.well-known/openid-configuration',
  'GET /oauth/jwks',
  'POST /oauth/register',
  'GET /oauth/authorize',
  'GET /oauth/authorize/:request',
  'POST /oauth/token',
  'POST /oauth/revoke',
])
/**
 * Whether a route is for the company's directory, which has its own token
 * (`server/features/sign-in/scim-token/scim-token.test.ts`).
 */
const isScim = ({ path }: Route) => path.startsWith('/scim/v2')
const isOpen = (route: Route) => open.has(route.name) || route.name.startsWith('GET /docs') || isScim(route)

/** Whether the response never ends. */
const isStream = ({ name }: Route) => name === 'GET /events'

type Route = ReturnType<typeof routesOf>[number]
async function teamAndRoutes() {
  const here = await team()
  return { ...here, routes: routesOf(here.app).filter(({ method }) => method !== 'HEAD') }
}

const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Calls a route with everything that its schema describes. @param id used wherever the route takes an id */
async function call(caller: Pick<Member, 'call'>, { method, path, schema }: Route, id: string = newId()) {
  const query = exampleOf(schema?.querystring, id) as Record<string, string> | undefined
  const filled = path
    .replace(':source', 'github')
    .replace(':provider', 'github')
    .replace(':date', '2026-10-23')
    .replace(':month', '2026-10')
    .replace(/:\w+/u, id)
  const type = schema?.consumes?.[0]
  return caller.call(
    method,
    `${filled}?${new URLSearchParams(query).toString()}`,
    exampleOf(schema?.body, id),
    type ? { 'content-type': type } : {},
  )
}

const takesId = ({ path, schema }: Route) => path.includes(':id') || holds(exampleOf(schema?.body, 'an id'), 'an id')
const holds = (value: unknown, text: string) => (JSON.stringify(value) ?? '').includes(text)

test('routes for members answer 401 to everybody without a valid session or token', async () => {
  const { app, routes, member, visitor, database, teamId } = await teamAndRoutes()
  expect([...open].filter((name) => !routes.some((route) => route.name === name))).toEqual([])
  const [left, deactivated] = [await member(), await member()]
  await left.post('/auth/logout', { refresh_token: left.tokens.refresh_token })
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ is_active: false }).where('id', '=', deactivated.user.id).execute(),
  )
  const madeUp = client(app, newAddress(), { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' })
  for (const route of routes.filter((each) => !isOpen(each)))
    for (const [who, caller] of Object.entries({ visitor: visitor(), madeUp, left, deactivated }))
      expect([route.name, who, (await call(caller, route)).status]).toEqual([route.name, who, 401])
})

test('routes for administrators refuse other members', async () => {
  const { routes, member } = await teamAndRoutes()
  const guarded = routes.filter(({ schema }) => schema?.summary?.includes('(administrators)'))
  expect(guarded.length).toBeGreaterThan(0)
  const administrator = await member() // an administrator, as the first member of the team
  for (const route of guarded) {
    const [plain, { user }] = [await member(), await member()]
    expect([route.name, (await call(plain, route, user.id)).body?.code]).toEqual([route.name, 'admins_only'])
    const { body } = await call(administrator, route, user.id)
    expect([route.name, body?.code]).not.toEqual([route.name, 'admins_only'])
  }
})

test('public calls with unknown values never answer 5xx', async () => {
  const { routes, visitor } = await teamAndRoutes()
  for (const route of routes.filter(isOpen)) {
    const { status } = await call(visitor(), route)
    expect([route.name, status, status < 500]).toEqual([route.name, status, true])
  }
})

test('a read-only token cannot write, and no token can use session-only routes (N10.01)', async () => {
  const { app, routes, member } = await teamAndRoutes()
  const owner = await member()
  const program = async (...scopes: string[]) => {
    const { body } = await owner.post('/tokens', { name: 'x', scopes, expires_on: inAMonth() })
    return client(app, newAddress(), { authorization: `Bearer ${body.token}` })
  }
  const [reads, writes] = [await program('read'), await program('read', 'write')]
  const members = routes.filter((each) => !isOpen(each) && !isStream(each))
  for (const route of members.filter(({ schema }) => schema?.byToken === 'never'))
    expect([route.name, (await call(writes, route)).body?.code]).toEqual([route.name, 'session_needed'])
  for (const route of members.filter(({ method, schema }) => method !== 'GET' && !schema?.byToken))
    expect([route.name, (await call(reads, route)).body?.code]).toEqual([route.name, 'scope_missing'])
  for (const route of members.filter(({ method, schema }) => method === 'GET' && !schema?.byToken))
    expect([route.name, (await call(reads, route)).body?.code]).not.toEqual([
      route.name,
      expect.stringMatching(/^(?:scope|session|token)_/u),
    ])
  expect((await reads.get('/tokens')).body.tokens).toHaveLength(2)
})

test('a member can read, change or delete nothing of another team, with any id', async () => {
  const { app, routes, member, database, teamId } = await teamAndRoutes()
  const owner = await member('機密', { email: `himitsu-${newId()}@example.com` })
  await fillTeam(owner, { database, teamId })
  const before = await rowsOf(database, teamId)
  const ids = [
    ...new Set([...JSON.stringify(before).matchAll(/"(?:id|user_id)":"?([0-9a-f-]+)/gu)].map(([, id]) => id!)),
  ]
  const secrets = [...ids.filter((id) => id.length === 36), teamId, '機密', owner.user.email]

  const enter = async () => {
    const other = await team()
    const { tokens } = await other.member() // an administrator, as the first member
    return client(app, newAddress(), { authorization: `Bearer ${tokens.access_token}` })
  }
  let outsider = await enter()
  for (const route of routes.filter((each) => !isOpen(each) && !isStream(each)))
    for (const id of takesId(route) ? ids : ids.slice(0, 1)) {
      let answer = await call(outsider, route, id)
      if (answer.status === 401) {
        outsider = await enter() // an earlier call ended their session
        answer = await call(outsider, route, id)
      }
      const { status, body } = answer
      const allowed = route.path.includes(':id') ? [400, 403, 404] : [200, 201, 202, 204, 400, 403, 404, 409, 429]
      expect([route.name, status, allowed.includes(status), body?.code]).toEqual([route.name, status, true, body?.code])
      // A response may contain the id that the caller sent.
      expect([route.name, secrets.filter((secret) => secret !== id && holds(body, secret))]).toEqual([route.name, []])
      // The outsider now has their own record with this id, so the test continues with a new outsider.
      if (status === 201 && takesId(route)) outsider = await enter()
    }
  expect(await rowsOf(database, teamId)).toEqual(before)
})

const eventStreams = { accept: 'application/json, text/event-stream' }
const drafting = (given: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'draft_report', arguments: given },
})

/** Creates a record of every kind for which an outsider could ask. */
async function fillTeam(owner: Member, { database, teamId }: { database: Database; teamId: string }) {
  const created = [
    await owner.post('/daily-reports', {
      report_date: '2026-10-23',
      yesterday_work: '機密',
      today_plan: '機密',
      issues: '機密',
    }),
    await owner.post('/insights', { type: 'keep', note: '機密' }),
    await owner.post('/frequent_tasks', { task_list: '機密' }),
    await owner.post('/invitations', { email: 'guest@example.com' }),
    await owner.put('/holidays/2026-10-23', { name: '機密' }),
    await owner.put(`/absences/${newId()}`, { from: '2026-10-23', until: '2026-10-24', half: null }),
    await owner.post('/tokens', { name: '機密', scopes: ['read'], expires_on: inAMonth() }),
    await owner.post('/mcp', drafting({ date: '2026-10-22', today_plan: '機密' }), eventStreams),
  ]
  expect(created.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 200, 201, 200])
  const [blocker] = (await owner.get('/blockers')).body.blockers as { id: string }[]
  expect((await owner.patch(`/blockers/${blocker!.id}`, { state: 'resolved' })).status).toBe(200)
  for (const place of [`daily-reports/${created[0]!.body.id}`, `insights/${created[1]!.body.id}`])
    expect((await owner.post(`/${place}/comments`, { body: '機密' })).status).toBe(201)
  const mine = { team_id: teamId, user_id: owner.user.id }
  await withTeamTransaction(database, { teamId }, async (db) => {
    await db
      .insertInto('connections')
      .values({ ...mine, provider: 'github', account: '機密', subject: '1', secret: null })
      .execute()
    await db
      .insertInto('backlog_syncs')
      .values({ ...mine, source: 'github', synced_at: new Date(), failure: null })
      .execute()
    await db
      .insertInto('issue_imports')
      .values({ ...mine, source: 'github', id: newId(), account: '機密', tried_at: new Date() })
      .execute()
    await db
      .insertInto('backlog_items')
      .values({
        ...mine,
        imported_by: owner.user.id,
        source: 'github',
        source_type: 'issue',
        source_key: '1',
        backlog: '機密',
        url: null,
      })
      .execute()
    await db
      .insertInto('outbox')
      .values({
        ...mine,
        id: newId(),
        kind: 'report',
        day: '2026-10-23',
        destination: 'slack',
        status: 'dead',
        failure: 'unavailable',
        due_at: new Date(),
      })
      .execute()
  })
}

/** Returns every row of a team by table, including tables added later. */
async function rowsOf(database: Database, teamId: string) {
  return withEveryTeamTransaction(database, async (db) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and c.column_name = 'team_id' and t.table_type = 'BASE TABLE' order by 1`.execute(
      db,
    )
    const rows: Record<string, unknown> = {}
    for (const { name } of tables) {
      const found = await sql<{ row: unknown }>`
        select to_jsonb(r) as row from ${sql.table(name)} r where team_id = ${teamId} order by to_jsonb(r)::text`.execute(
        db,
      )
      rows[name] = found.rows.map(({ row }) => row)
    }
    return rows
  })
}
