import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { testDatabase } from '#server/testing/database.ts'
import { stallableDatabase } from '#server/testing/stallable.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction, isUniqueViolation, openDatabase } from './database.ts'
import { databaseFailure } from './driver/failures.ts'

const database = await testDatabase()

async function newTeam(within = database) {
  const teamId = newId()
  await within.insertInto('teams').values({ id: teamId, name: '開発チーム', time_zone: 'Asia/Tokyo' }).execute()
  return { teamId }
}

const addMember = (db: Db, teamId: string, email = `${newId()}@example.com`) =>
  db
    .insertInto('users')
    .values({
      team_id: teamId,
      id: newId(),
      first_name: '直樹',
      family_name: '早川',
      preferred_name: '',
      email,
      email_key: email,
    })
    .execute()

const emails = (db: Db) => db.selectFrom('users').select('email').execute()

test('a statement without a condition for the team reads and changes its own team only', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  await withTeamTransaction(database, ours, (db) => addMember(db, ours.teamId, 'ours@example.com'))
  await withTeamTransaction(database, theirs, (db) => addMember(db, theirs.teamId, 'theirs@example.com'))

  expect(await withTeamTransaction(database, ours, emails)).toEqual([{ email: 'ours@example.com' }])
  await withTeamTransaction(database, ours, (db) => db.deleteFrom('users').execute())
  expect(await withTeamTransaction(database, theirs, emails)).toEqual([{ email: 'theirs@example.com' }])
})

test('a row cannot be inserted into another team, nor moved to it', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  await withTeamTransaction(database, ours, (db) => addMember(db, ours.teamId))

  await expect(withTeamTransaction(database, ours, (db) => addMember(db, theirs.teamId))).rejects.toMatchObject({
    code: '42501',
  })
  await expect(
    withTeamTransaction(database, ours, (db) => db.updateTable('users').set({ team_id: theirs.teamId }).execute()),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a statement outside of a team sees no rows, whatever the connection did before', async () => {
  const ours = await newTeam()
  await withTeamTransaction(database, ours, (db) => addMember(db, ours.teamId))
  await withEveryTeamTransaction(database, emails)

  const connections = Array.from({ length: 10 }, () => database.selectFrom('users').select('email').execute())

  expect((await Promise.all(connections)).flat()).toEqual([])
})

/**
 * The tables of the search index. They have no row-level security, so only one file may read ids from them (decision
 * 32).
 */
const indexes = ['comment_grams', 'insight_grams', 'report_grams']

test('every table with a team has the same row-level security policy, also for its owner', async () => {
  const { rows } = await sql<{ name: string; walled: boolean; policies: string[] }>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as walled,
           array(select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = c.oid) as policies
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' where c.relkind = 'r' and c.relname not in (${sql.join(indexes)})`.execute(
    database,
  )

  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter(({ walled }) => !walled)).toEqual([])
  expect(new Set(rows.map(({ policies }) => policies.join(' or '))).size).toBe(1)
})

test('an email of one team is refused in every other team', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  const email = 'one@example.com'
  await withTeamTransaction(database, ours, (db) => addMember(db, ours.teamId, email))

  const refused = await withTeamTransaction(database, theirs, (db) => addMember(db, theirs.teamId, email)).catch(
    (error) => error,
  )
  await withTeamTransaction(database, ours, (db) => db.updateTable('users').set({ email_key: email }).execute())

  expect(isUniqueViolation(refused, 'users_email_everywhere')).toBe(true)
})

test('statements see only their own team after an email was looked up in all teams', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  await withTeamTransaction(database, theirs, (db) => addMember(db, theirs.teamId))

  const seen = await withTeamTransaction(database, ours, async (db) => {
    await addMember(db, ours.teamId, 'after@example.com')
    return emails(db)
  })

  expect(seen).toEqual([{ email: 'after@example.com' }])
})

test('one of sixteen teams that claim an email at once gets the email', async () => {
  const teams = await Promise.all(Array.from({ length: 16 }, () => newTeam()))

  const answers = await Promise.allSettled(
    teams.map((team) => withTeamTransaction(database, team, (db) => addMember(db, team.teamId, 'wanted@example.com'))),
  )

  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(15)
  expect(refused.every(({ reason }) => isUniqueViolation(reason, 'users_email_everywhere'))).toBe(true)
})

test('a read-only transaction refuses changes', async () => {
  const ours = await newTeam()
  const add = withTeamTransaction(database, { ...ours, reads: true }, (db) => addMember(db, ours.teamId))
  await expect(add).rejects.toMatchObject({ code: '25006' })
})

test('a statement without a response fails in time, and its connection is closed', async () => {
  const { connection, stall, resume } = await stallableDatabase()
  const stallable = openDatabase({ ...connection, max: 1 }, () => {}, 200)
  afterwards(() => stallable.destroy())

  const failure: unknown = await withEveryTeamTransaction(stallable, async (db) => {
    await db.insertInto('teams').values({ id: newId(), name: '残らない', time_zone: 'Asia/Tokyo' }).execute()
    stall()
    return db.selectFrom('teams').selectAll().execute()
  }).catch((error: unknown) => error)

  expect(databaseFailure(failure)).toBe('database_unavailable')
  resume()
  expect(await withEveryTeamTransaction(stallable, (db) => db.selectFrom('teams').select('name').execute())).toEqual([])
})
