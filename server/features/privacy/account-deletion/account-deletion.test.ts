import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, team } from '#server/testing/team.ts'
import { personal } from './sql.ts'

const report = { report_date: '2026-10-23', yesterday_work: '設計', today_plan: '実装', issues: '' }
const leave = ({ call }: Member, body: object) => call('DELETE', '/users/me', body)

async function twoMembers() {
  const parts = await team({ now: new Date('2026-10-23T03:00:00Z') })
  const administrator = await parts.member('佐藤')
  const leaver = await parts.member('早川')
  await leaver.post('/daily-reports', report)
  await leaver.post('/insights', { type: 'keep', note: '朝会' })
  await leaver.post('/frequent_tasks', { task_list: '設計' })
  const rows = async (table: string) => {
    const counted = await withTeamTransaction(parts.database, parts, (db) =>
      sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)}
        where ${sql.ref(table === 'users' ? 'id' : 'user_id')} = ${leaver.user.id}`.execute(db),
    )
    return counted.rows[0]!.count
  }
  const reports = async () => (await administrator.get('/daily-reports?date=2026-10-23')).body
  return { ...parts, administrator, leaver, rows, reports }
}

test('leaving the team without erasing keeps only the member’s texts and name', async () => {
  const { administrator, leaver, rows, visitor, database, teamId } = await twoMembers()
  await leaver.patch(`/users/${leaver.user.id}/schedule`, { time_zone: 'Europe/Berlin', working_days: [1, 2] })

  expect((await leave(leaver, { password, reports: 'keep' })).status).toBe(204)

  expect((await leaver.get('/users/me')).status).toBe(401)
  expect((await visitor().post('/auth/refresh', leaver.tokens)).status).toBe(401)
  expect((await visitor().post('/auth/login', { username: leaver.user.email, password })).status).toBe(401)
  const { body } = await administrator.get(`/users/${leaver.user.id}`)
  expect(body).toMatchObject({ family_name: '早川', email: '', is_active: false, last_active: null })
  expect([await rows('reports'), await rows('insights')]).toEqual([1, 1])
  for (const table of ['credentials', 'sessions', 'mail_links', 'frequent_tasks', 'connections'])
    expect([table, await rows(table)]).toEqual([table, 0])
  const kept = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').where('id', '=', leaver.user.id).selectAll().executeTakeFirstOrThrow(),
  )
  expect(kept).toMatchObject({ time_zone: null, working_days: null, reminder_hour: null, writes: true })
  expect(JSON.stringify(kept)).not.toContain(leaver.user.email)
  const back = await administrator.patch(`/users/${leaver.user.id}`, { is_active: true })
  expect(back.status).toBe(404)
})

test('erasing an account deletes all data of its member', async () => {
  const { administrator, leaver, rows } = await twoMembers()
  expect((await leave(leaver, { password, reports: 'erase' })).status).toBe(204)
  expect((await administrator.get(`/users/${leaver.user.id}`)).status).toBe(404)
  for (const table of ['users', 'reports', 'insights', 'frequent_tasks', 'sessions'])
    expect([table, await rows(table)]).toEqual([table, 0])
})

test('erasing an account removes its member from colleagues’ blockers as owner and resolver', async () => {
  const { administrator, leaver } = await twoMembers()
  await administrator.post('/daily-reports', { ...report, issues: 'VPNにつながらない\n契約書の返事待ち\n検証環境' })
  const list = async () => (await administrator.get('/blockers')).body.blockers as { id: string; line: number }[]
  const [taken, resolved, own] = (await list()).toSorted((one, other) => one.line - other.line)
  const owned = { id: own!.id, state: 'acknowledged', owner_id: administrator.user.id }
  await administrator.patch(`/blockers/${own!.id}`, { owner_id: administrator.user.id })
  await leaver.patch(`/blockers/${taken!.id}`, { owner_id: leaver.user.id })
  await leaver.patch(`/blockers/${resolved!.id}`, { owner_id: leaver.user.id, state: 'resolved' })
  await leave(leaver, { password, reports: 'erase' })
  expect(await list()).toMatchObject([{ id: taken!.id, state: 'open', owner_id: null }, owned])
  const { body } = await administrator.get('/blockers?state=resolved')
  expect(body.blockers).toMatchObject([{ id: resolved!.id, resolved_by: null, owner_id: null }])
})

test.each(['keep', 'erase'])(
  'leaving works with an idempotency key, which browsers send (choice: %s)',
  async (reports) => {
    const { leaver, rows } = await twoMembers()
    const { status } = await leaver.call('DELETE', '/users/me', { password, reports }, { 'idempotency-key': newId() })
    expect([status, await rows('sessions')]).toEqual([204, 0])
  },
)

test.each(['keep', 'erase'])(
  'the email of a former member is free for another account (choice: %s)',
  async (reports) => {
    const { leaver, visitor } = await twoMembers()
    const { email } = leaver.user
    const person = { first_name: '花', family_name: '林', email, password: 'river stone lantern' }
    expect((await visitor().post('/onboarding', person)).status).toBe(409)
    await leave(leaver, { password, reports })
    expect((await visitor().post('/onboarding', person)).status).toBe(201)
  },
)

test('leaving the team requires the right password or a recent sign-in', async () => {
  const { clock, leaver, visitor } = await twoMembers()
  expect(await leave(leaver, { password: 'wrong', reports: 'erase' })).toMatchObject({
    status: 403,
    body: { code: 'wrong_password' },
  })
  clock.now = new Date('2026-10-23T03:15:00Z')
  const { body } = await visitor().post('/auth/refresh', leaver.tokens)
  const headers = { authorization: `Bearer ${body.access_token}` }
  const late = await visitor().call('DELETE', '/users/me', { reports: 'erase' }, headers)
  expect(late).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } })
  expect((await visitor().get('/users/me', headers)).status).toBe(200)
})

test.each(['keep', 'erase'])(
  'the last administrator can leave only as the last member (choice: %s)',
  async (reports) => {
    const { administrator, leaver } = await twoMembers()
    const refused = await leave(administrator, { password, reports })
    expect(refused).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect((await administrator.get('/users/me')).status).toBe(200)
    expect((await leave(leaver, { password, reports: 'keep' })).status).toBe(204)
    expect((await leave(administrator, { password, reports })).status).toBe(204)
  },
)

test('leaving the team requires a choice between keep and erase', async () => {
  const { leaver } = await twoMembers()
  expect((await leave(leaver, { password })).status).toBe(400)
})

test.each(['keep', 'erase'])(
  'leaving deletes waiting deliveries, stored responses and invitations of the member (choice: %s)',
  async (reports) => {
    const { administrator, leaver, rows, database, teamId } = await twoMembers()
    await leaver.call('POST', '/insights', { type: 'keep', note: '鍵' }, { 'idempotency-key': crypto.randomUUID() })
    const { user } = leaver
    await withTeamTransaction(database, { teamId }, async (db) => {
      await db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', user.id).execute()
      await sql`
      insert into outbox (team_id, id, user_id, kind, day, destination, due_at)
      values (${teamId}, gen_random_uuid(), ${user.id}, 'report', '2026-10-23', 'slack', now())`.execute(db)
      await sql`
      insert into invitations (team_id, id, email, email_key, token_hash, by_mail, invited_by, expires_at, accepted_at)
      values (${teamId}, gen_random_uuid(), ${user.email}, ${user.email}, '', true, ${administrator.user.id}, now(), now())`.execute(
        db,
      )
      await sql`
      insert into pending_registrations
        (email_key, user_id, first_name, family_name, preferred_name, email, password_hash, language, token_hash, expires_at)
      values (${user.email}, gen_random_uuid(), '直樹', '早川', '', ${user.email}, '', 'ja', ${user.id}::text::bytea, now())`.execute(
        db,
      )
    })
    const invitation = async (by: Member) =>
      (await by.post('/invitations/', { email: `${crypto.randomUUID()}@example.com` })).body
    const [theirs, other] = [await invitation(leaver), await invitation(administrator)]
    expect([await rows('write_keys'), await rows('outbox')]).toEqual([1, 1])

    expect((await leave(leaver, { password, reports })).status).toBe(204)

    expect([await rows('write_keys'), await rows('outbox')]).toEqual([0, 0])
    const { invitations } = (await administrator.get('/invitations/')).body
    expect(invitations.map(({ id }: { id: string }) => id)).toEqual([other.id])
    const token = encodeURIComponent(new URL(theirs.link).searchParams.get('token')!)
    expect((await administrator.get(`/invitations/verify/${token}`)).body).toEqual({ valid: false, reason: 'unknown' })
    const { rows: left } = await withTeamTransaction(database, { teamId }, (db) =>
      sql`
      select email from invitations where email_key = ${user.email}
      union all select email from pending_registrations where email_key = ${user.email}`.execute(db),
    )
    expect(left).toEqual([])
  },
)

/**
 * The other tables with a `user_id`. In some of them, the texts of a former member stay. From the others, other
 * functions delete the rows.
 */
const notPersonal = `blocker_events blockers comment_grams comments insight_grams insight_likes insights
  joins member_decisions month_events months report_grams reports try_events
  backlog_items connections deleted_report_rows deleted_reports identities logins passkeys
  pending_registrations push_subscriptions report_import_rows report_imports write_keys`.split(/\s+/u)

test('each table with member ids loses a leaving member’s rows, or is listed with a reason', async () => {
  const { database } = await team()
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'user_id'`.execute(database)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...personal, ...notPersonal].toSorted())
})

/** Returns the tables in which any column contains a word. */
async function tablesWith({ database, teamId }: Awaited<ReturnType<typeof team>>, word: string) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(database)
  const found: string[] = []
  await withTeamTransaction(database, { teamId }, async (db) => {
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} t where strpos(t::text, ${word}) > 0 limit 1`.execute(
        db,
      )
      if (rows.length > 0) found.push(name)
    }
  })
  return found
}

test.each([
  [
    'keep',
    ['comment_grams', 'comments', 'insight_grams', 'insight_likes', 'insights', 'report_grams', 'reports', 'users'],
  ],
  ['erase', []],
])('no table contains a former member’s id, except next to kept texts (choice: %s)', async (reports, tables) => {
  const parts = await twoMembers()
  const { administrator, leaver } = parts
  const add = async (by: Member, note: string) => (await by.post('/insights', { type: 'keep', note })).body.id
  const [own, other, kept] = [
    await add(leaver, '消す'),
    await add(administrator, '消す'),
    await add(administrator, '残す'),
  ]
  for (const id of [other, kept]) {
    await leaver.post(`/insights/${id}/like`)
    await leaver.post(`/insights/${id}/comments`, { body: '賛成' })
    await administrator.post(`/insights/${id}/comments`, { body: '助かります', mentions: [leaver.user.id] })
  }
  const { body: filed } = await administrator.post('/daily-reports', report)
  await leaver.put(`/daily-reports/${filed.id}/reactions/nice`, undefined)
  await leaver.put(`/absences/${newId()}`, { from: '2026-11-20', until: '2026-11-22', half: null })
  await leaver.delete(`/insights/${own}`)
  await administrator.delete(`/insights/${other}`)
  expect(await tablesWith(parts, leaver.user.id)).toContain('deleted_insights')

  await leave(leaver, { password, reports })

  expect(await tablesWith(parts, leaver.user.id)).toEqual(tables)
  expect(await tablesWith(parts, leaver.user.email)).toEqual([])
})

test.each(['keep', 'erase'])(
  'leaving removes former addresses of the member from invitations (choice: %s)',
  async (reports) => {
    const parts = await twoMembers()
    const { administrator, visitor } = parts
    const email = `${newId()}@example.com`
    const { body: invitation } = await administrator.post('/invitations', { email })
    const token = new URL(invitation.link).searchParams.get('token')!
    const { id } = (await visitor().get(`/invitations/info?token=${encodeURIComponent(token)}`)).body
    const person = { first_name: '花', family_name: '林', password, confirm_password: password }
    const { access_token } = (await visitor().post('/invitations/accept', { id, ...person })).body
    const authorization = { authorization: `Bearer ${access_token}` }
    const moved = { ...person, email: `${newId()}@example.com` }
    expect((await visitor().call('PATCH', '/users/me/profile', moved, authorization)).body.email).toBe(moved.email)

    expect((await visitor().call('DELETE', '/users/me', { password, reports }, authorization)).status).toBe(204)
    for (const address of [email, moved.email]) expect(await tablesWith(parts, address)).toEqual([])
  },
)

test('every foreign key to a member deletes the row or clears the reference', async () => {
  const { database } = await twoMembers()
  const { rows } = await sql`
    select conrelid::regclass::text as table, conname from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass and confdeltype not in ('c', 'n')`.execute(database)
  expect(rows).toEqual([])
})
