import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { afterwards } from '#server/testing/afterwards.ts'
import { newDatabase, testDatabase } from '#server/testing/database.ts'
import { stallableDatabase } from '#server/testing/stallable.ts'
import { beginInTeam, type Db, inEveryTeam, inTeam, isTaken, openDatabase } from './database.ts'
import { databaseFailure } from './failures.ts'

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

test('a statement that forgets its team sees and changes that team alone', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  await inTeam(database, ours, (db) => addMember(db, ours.teamId, 'ours@example.com'))
  await inTeam(database, theirs, (db) => addMember(db, theirs.teamId, 'theirs@example.com'))

  expect(await inTeam(database, ours, emails)).toEqual([{ email: 'ours@example.com' }])
  await inTeam(database, ours, (db) => db.deleteFrom('users').execute())
  expect(await inTeam(database, theirs, emails)).toEqual([{ email: 'theirs@example.com' }])
})

test('a row cannot be put into another team, nor moved there', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  await inTeam(database, ours, (db) => addMember(db, ours.teamId))

  await expect(inTeam(database, ours, (db) => addMember(db, theirs.teamId))).rejects.toMatchObject({ code: '42501' })
  await expect(
    inTeam(database, ours, (db) => db.updateTable('users').set({ team_id: theirs.teamId }).execute()),
  ).rejects.toMatchObject({ code: '42501' })
})

test('outside of a team nothing is there, whatever a connection did before', async () => {
  const ours = await newTeam()
  await inTeam(database, ours, (db) => addMember(db, ours.teamId))
  await inEveryTeam(database, emails)

  const connections = Array.from({ length: 10 }, () => database.selectFrom('users').select('email').execute())

  expect((await Promise.all(connections)).flat()).toEqual([])
})

/** An index of what walled tables hold, of which one file alone takes ids (decision 32). */
const indexes = ['comment_grams', 'insight_grams', 'report_grams']

test('every table with a team is walled off, from its owner too, by the one policy', async () => {
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

test('an e-mail is taken for every team, and its owner may keep it', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  const email = 'one@example.com'
  await inTeam(database, ours, (db) => addMember(db, ours.teamId, email))

  const refused = await inTeam(database, theirs, (db) => addMember(db, theirs.teamId, email)).catch((error) => error)
  await inTeam(database, ours, (db) => db.updateTable('users').set({ email_key: email }).execute())

  expect(isTaken(refused, 'users_email_everywhere')).toBe(true)
})

test('looking for an e-mail in every team does not open them for what follows', async () => {
  const [ours, theirs] = [await newTeam(), await newTeam()]
  await inTeam(database, theirs, (db) => addMember(db, theirs.teamId))

  const seen = await inTeam(database, ours, async (db) => {
    await addMember(db, ours.teamId, 'after@example.com')
    return emails(db)
  })

  expect(seen).toEqual([{ email: 'after@example.com' }])
})

test('of sixteen teams that take one e-mail at once, one gets it', async () => {
  const teams = await Promise.all(Array.from({ length: 16 }, () => newTeam()))

  const answers = await Promise.allSettled(
    teams.map((team) => inTeam(database, team, (db) => addMember(db, team.teamId, 'wanted@example.com'))),
  )

  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(15)
  expect(refused.every(({ reason }) => isTaken(reason, 'users_email_everywhere'))).toBe(true)
})

describe('what goes on in a transaction that has begun', () => {
  const transaction = async (db: Db) =>
    (await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db)).rows[0]!.id
  const begin = async <T>(team: { teamId: string }, first: (db: Db) => Promise<T>) => {
    const { came, begun } = await beginInTeam(database, { ...team, reads: false }, async (db) => ({
      came: await first(db),
      mayGoOn: true,
    }))
    return { came, scope: { ...team, begun: begun! } }
  }

  test('is one with how it began, once', async () => {
    const { came, scope } = await begin(await newTeam(), transaction)
    expect(await inTeam(database, scope, transaction)).toBe(came)
    expect(await inTeam(database, scope, transaction)).not.toBe(came)
  })

  test('takes back how it began where it fails, and says why', async () => {
    const ours = await newTeam()
    const { scope } = await begin(ours, (db) => addMember(db, ours.teamId))
    const fail = () => Promise.reject(new Error('no'))
    await expect(inTeam(database, scope, fail)).rejects.toThrow('no')
    expect(await inTeam(database, ours, emails)).toEqual([])
  })

  test('is another one where it comes late: a connection waits for nobody', async () => {
    const alone = openDatabase({ ...(await newDatabase('asakai')), max: 1 }, () => {})
    afterwards(() => alone.destroy())
    const ours = await newTeam(alone)
    const { came, begun } = await beginInTeam(alone, { ...ours, reads: false }, async (db) => {
      await addMember(db, ours.teamId, 'kept@example.com')
      return { came: await transaction(db), mayGoOn: true }
    })
    expect(await inTeam(alone, ours, emails)).toEqual([{ email: 'kept@example.com' }])
    expect(await inTeam(alone, { ...ours, begun: begun! }, transaction)).not.toBe(came)
  })

  test('is another one where none may go on, and sees what that has written', async () => {
    const ours = await newTeam()
    const { begun } = await beginInTeam(database, { ...ours, reads: false }, async (db) => ({
      came: await addMember(db, ours.teamId, 'noted@example.com'),
      mayGoOn: false,
    }))
    expect(begun).toBeUndefined()
    expect(await inTeam(database, ours, emails)).toEqual([{ email: 'noted@example.com' }])
  })

  test('changes nothing where it began in order to read', async () => {
    const ours = await newTeam()
    const { begun } = await beginInTeam(database, { ...ours, reads: true }, async (db) => ({
      came: await emails(db),
      mayGoOn: true,
    }))
    const add = inTeam(database, { ...ours, begun: begun! }, (db) => addMember(db, ours.teamId))
    await expect(add).rejects.toMatchObject({ code: '25006' })
  })

  test('does not begin where how it began fails', async () => {
    const fail = () => Promise.reject(new Error('no'))
    await expect(beginInTeam(database, { teamId: newId(), reads: true }, fail)).rejects.toThrow('no')
  })
})

test('a statement that the database leaves unanswered fails in time, and its connection goes with all it had begun', async () => {
  const { connection, stall, resume } = await stallableDatabase()
  const stallable = openDatabase({ ...connection, max: 1 }, () => {}, 200)
  afterwards(() => stallable.destroy())

  const failure: unknown = await inEveryTeam(stallable, async (db) => {
    await db.insertInto('teams').values({ id: newId(), name: '残らない', time_zone: 'Asia/Tokyo' }).execute()
    stall()
    return db.selectFrom('teams').selectAll().execute()
  }).catch((error: unknown) => error)

  expect(databaseFailure(failure)).toBe('database_away')
  resume()
  expect(await inEveryTeam(stallable, (db) => db.selectFrom('teams').select('name').execute())).toEqual([])
})
