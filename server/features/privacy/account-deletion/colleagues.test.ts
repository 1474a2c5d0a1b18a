import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, password, team } from '#server/testing/team.ts'

const now = new Date('2026-10-23T03:00:00Z')
type Team = Awaited<ReturnType<typeof team>>

const leave = (member: Member, reports: string, headers = {}) =>
  member.call('DELETE', '/users/me', { password, reports }, headers)

/** Adds rows of a member to every table from which rows are deleted when a member leaves. */
async function fill({ database, teamId }: Team, { user, post, delete: drop }: Member, readers: readonly Member[]) {
  await post('/frequent_tasks', { task_list: '設計' })
  const { body: insight } = await post('/insights', { type: 'keep', note: '朝会' })
  for (const reader of readers) await reader.post(`/insights/${insight.id}/like`)
  await drop(`/insights/${insight.id}`)
  await withTeamTransaction(database, { teamId }, async (db) => {
    const of = { team_id: teamId, user_id: user.id }
    const bytes = Buffer.from(user.id)
    const ends = { token_hash: bytes, expires_at: now }
    const { user_id: id } = of
    await db
      .insertInto('write_keys')
      .values({ ...of, key: newId(), answer: 'sealed', created_at: now })
      .execute()
    await db
      .insertInto('mail_links')
      .values({ ...of, ...ends, id: newId(), purpose: 'email-proof', email: user.email })
      .execute()
    await db
      .insertInto('backlog_syncs')
      .values({ ...of, source: 'github', synced_at: now, failure: null })
      .execute()
    await sql`
      insert into outbox (team_id, id, user_id, kind, day, destination, due_at)
      values (${teamId}, gen_random_uuid(), ${id}, 'report', '2026-10-23', 'slack', ${now})`.execute(db)
    await db
      .insertInto('backlog_items')
      .values({ ...of, imported_by: id, source: 'github', source_type: 'issue', source_key: '1', backlog: '課題' })
      .execute()
    const invitation = { team_id: teamId, ...ends, by_mail: true, invited_by: id }
    await db
      .insertInto('invitations')
      .values([
        { ...invitation, id: newId(), email: user.email, email_key: user.email, accepted_at: now },
        { ...invitation, id: newId(), email: `of.${user.email}`, email_key: `of.${user.email}` },
      ])
      .execute()
    const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }
    await db
      .insertInto('pending_registrations')
      .values({
        ...names,
        ...ends,
        user_id: newId(),
        email: user.email,
        email_key: user.email,
        password_hash: '',
        language: 'ja',
      })
      .execute()
  })
}

/** Returns the rows that contain one of these words, by table. */
async function rowsWith({ database, teamId }: Team, words: string[]) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`.execute(database)
  return withTeamTransaction(database, { teamId }, async (db) => {
    const found: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      const { rows } = await sql`
        select to_jsonb(t) as row from ${sql.table(name)} t
        where exists (select from unnest(${words}::text[]) word where strpos(t::text, word) > 0) order by t::text`.execute(
        db,
      )
      if (rows.length > 0) found[name] = rows
    }
    return found
  })
}

test.each(['keep', 'erase'])('leaving the team deletes no data of a colleague (choice: %s)', async (reports) => {
  const parts = await team({ now })
  const colleague = await parts.member('佐藤')
  const leaver = await parts.member('早川')
  for (const member of [colleague, leaver]) await fill(parts, member, [colleague])
  const theirs = () => rowsWith(parts, [colleague.user.id, colleague.user.email])
  const { deleted_insights: ofBoth, ...before } = await theirs()
  expect(Object.keys(before)).toEqual([
    'backlog_items',
    'backlog_syncs',
    'credentials',
    'frequent_tasks',
    'invitations',
    'logins',
    'mail_links',
    'outbox',
    'pending_registrations',
    'sessions',
    'users',
    'write_keys',
  ])
  expect(ofBoth).toHaveLength(2)

  expect((await leave(leaver, reports)).status).toBe(204)

  const { deleted_insights: own, ...after } = await theirs()
  expect(after).toEqual(before)
  expect(own).toEqual(ofBoth!.filter((row) => !JSON.stringify(row).includes(leaver.user.id)))
})

test('the idempotency key of a request to leave remains, so that the request is not run twice', async () => {
  const parts = await team({ now })
  const leaver = await parts.member()
  const [earlier, own] = [newId(), newId()]
  await leaver.call('POST', '/frequent_tasks', { task_list: '設計' }, { 'idempotency-key': earlier })
  await leave(leaver, 'keep', { 'idempotency-key': own })
  const { write_keys: kept } = await rowsWith(parts, [earlier, own])
  expect(kept).toMatchObject([{ row: { key: own } }])
})

/**
 * The installer of the team's Slack before and after an erasure. `first` is the team's first administrator, `second`
 * became one later. The erasure of a guest does not change the installer.
 */
test.each([
  ['first', 'second'],
  ['former', 'first'],
  ['member', 'first'],
  ['second', 'first'],
] as const)('if the member "%s" who installed Slack is erased, "%s" becomes the installer', async (leaves, has) => {
  const parts = await team({ now })
  const { database, teamId } = parts
  const people = {
    first: await parts.member('佐藤'),
    former: await parts.member('鈴木'),
    member: await parts.member('早川'),
    second: await parts.member('藤井'),
    guest: await parts.member('林'),
    chooser: await parts.member('森'),
  }
  await withTeamTransaction(database, parts, async (db) => {
    const of = (person: Member) =>
      db.updateTable('users').where('team_id', '=', teamId).where('id', '=', person.user.id)
    await of(people.second).set({ is_admin: true }).execute()
    await of(people.former)
      .set({ is_admin: leaves !== 'former', is_active: leaves === 'former' })
      .execute()
    await db
      .insertInto('slack_workspaces')
      .values({
        team_id: teamId,
        workspace_id: 'T1',
        name: 'hinode',
        secret: 'sealed',
        installed_by: people[leaves].user.id,
        chosen_by: people.chooser.user.id,
      })
      .execute()
  })
  const owner = () =>
    withTeamTransaction(database, parts, (db) =>
      db.selectFrom('slack_workspaces').where('team_id', '=', teamId).select('installed_by').execute(),
    )
  expect((await leave(people.guest, 'erase')).status).toBe(204)
  expect(await owner()).toEqual([{ installed_by: people[leaves].user.id }])
  expect((await leave(people[leaves], 'erase')).status).toBe(204)
  expect(await owner()).toEqual([{ installed_by: people[has].user.id }])
})
