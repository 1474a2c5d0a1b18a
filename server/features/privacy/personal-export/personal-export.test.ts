import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { memberScope } from '#server/access/membership.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { password, team } from '#server/testing/team.ts'
import { filesIn } from '#server/testing/stored-zip.ts'
import { exportMine } from './operations.ts'
import { tables } from './sql.ts'

async function takeOut(parts: Awaited<ReturnType<typeof team>>, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  const response = await parts.app.inject({ method: 'GET', url: '/api/users/me/export', headers })
  return { response, files: filesIn(response.rawPayload) }
}

test('the personal export contains all data of the caller, as JSON and as CSV', async () => {
  const parts = await team({ now: new Date('2026-10-23T03:00:00Z') })
  const [me, colleague] = [await parts.member('早川'), await parts.member('佐藤')]
  const report = { report_date: '2026-10-23', yesterday_work: '=設計\n"済"', today_plan: '実装', issues: '' }
  await me.post('/daily-reports', report)
  await colleague.post('/daily-reports', { ...report, yesterday_work: '同僚の仕事' })
  const { body: insight } = await colleague.post('/insights', { type: 'keep', note: '同僚の気づき' })
  await me.post('/insights', { type: 'try', note: '試す' })
  await me.post(`/insights/${insight.id}/like`)
  await me.post('/frequent_tasks', { task_list: '設計' })
  await me.post('/invitations', { email: 'guest@example.com' })

  const { response, files } = await takeOut(parts, me.tokens.access_token)

  expect(response.statusCode).toBe(200)
  expect(response.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="asakai.zip"',
    'cache-control': 'no-store',
  })
  const json = (name: string) => JSON.parse(files[`${name}.json`]!)
  expect(json('profile')).toMatchObject({ family_name: '早川', email: me.user.email, team: '開発チーム' })
  expect(json('reports')).toEqual([expect.objectContaining(report)])
  expect(json('insights')).toEqual([expect.objectContaining({ type: 'try', note: '試す', edited_at: null })])
  expect(json('likes')).toEqual([expect.objectContaining({ insight_id: insight.id })])
  expect(json('frequent-tasks')).toEqual([expect.objectContaining({ task_list: '設計' })])
  expect(json('invitations')).toEqual([expect.objectContaining({ email: 'guest@example.com' })])
  expect(json('sessions')).toHaveLength(1)
  expect([json('connections'), json('backlog')]).toEqual([[], []])
  expect(files['reports.csv']).toContain(`"2026-10-23","'=設計\n""済""","実装","","submitted"`)
  const all = response.rawPayload.toString()
  for (const others of ['同僚', colleague.user.email, 'token_hash', 'refresh_hash', password])
    expect(all).not.toContain(others)
})

/** Columns with values that the member neither wrote nor chose, although the row is about the member. */
const notTheirs: Record<string, string | readonly string[]> = {
  invitations: ['email_key', 'token_hash', 'by_mail', 'resent_by'],
  connections: ['subject', 'secret', 'linked_email_key'],
  backlog_items: ['source_key'],
  access_tokens: ['token_hash', 'counted_hour', 'calls'],
  passkeys: ['credential_id', 'public_key', 'counter', 'transports'],
  sessions: ['refresh_hash', 'previous_hash', 'rotated_at', 'confirmed_at', 'company_session'],
  blockers: ['owner_id', 'resolved_by', 'source_key'],
  comments: ['deleted_at'],
  months: ['revision'],
  reports: ['replaced_by'],
  deleted_reports: ['replaced_by'],
  report_imports: [
    'begun_by',
    'begun_with',
    'fields',
    'filed',
    'changed_of_others',
    'alive_at',
    'attempts',
    'ended_at',
    'has_failed',
    'is_stopped',
  ],
  report_import_rows: ['seen_at', 'filed_at'],
  mentions: 'which comments and reports of others are for them',
  credentials: 'a hash',
  mail_links: 'hashes, and addresses of which the profile has the newest',
  password_links: 'what administrators made; the profile lists them for 30 days',
  deleted_insights: 'no words',
  provisioned_users: "how the company's directory names them",
  backlog_syncs: 'when the server last looked',
  issue_imports: 'how far the server is',
  outbox: 'what the server sent',
  push_subscriptions: 'addresses of browsers, which end with their sessions',
  slack_workspaces: "the team's",
}

test('every column of a table with member ids is exported, or listed with a reason', async () => {
  const { database } = await team()
  const { rows } = await sql<{ table: string; column: string }>`
    select distinct c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum > 0 and not a.attisdropped
    where c.contype = 'f' and c.confrelid = 'users'::regclass
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.conrelid and a.attnum = any (f.conkey))
    order by 1, 2`.execute(database)
  const exported = new Set(
    Object.values(tables).flatMap(({ from, columns }) => columns.map((column) => `${from}.${column}`)),
  )
  const left = rows.filter(({ table, column }) => !exported.has(`${table}.${column}`))
  expect(
    left.filter(({ table, column }) => !(typeof notTheirs[table] === 'string' || notTheirs[table]?.includes(column))),
  ).toEqual([])
})

async function withReports(count: number) {
  const parts = await team()
  const me = await parts.member()
  await withTeamTransaction(parts.database, parts, (db) =>
    sql`
      insert into reports (team_id, id, user_id, report_date, yesterday_work, today_plan, issues)
      select team_id, md5(n::text)::uuid, id, '2020-01-01'::date + n, n::text, '', ''
      from users, generate_series(1, ${count}) n where team_id = ${parts.teamId} and id = ${me.user.id}`.execute(db),
  )
  return { ...parts, me }
}

test('a personal export of several batches contains each row once', async () => {
  const parts = await withReports(1000)
  const { files } = await takeOut(parts, parts.me.tokens.access_token)
  const written: { yesterday_work: string }[] = JSON.parse(files['reports.json']!)
  const numbers = written.map(({ yesterday_work }) => Number(yesterday_work)).sort((one, other) => one - other)
  expect(numbers).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1))
})

test('a personal export streams any amount of data in chunks of about 64K', async () => {
  const { app, database, teamId, me } = await withReports(100)
  await withTeamTransaction(database, { teamId }, (db) =>
    sql`update reports set today_plan = repeat('a', 10000) where team_id = ${teamId}`.execute(db),
  )
  const scope = memberScope({ teamId, userId: me.user.id })
  const lengths: number[] = []
  for await (const piece of exportMine(app.services, scope)) lengths.push(piece.length)
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(2_000_000)
  expect(Math.max(...lengths)).toBeLessThan(65_536 + 15_000)
})
