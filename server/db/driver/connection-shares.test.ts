import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import { type Database, type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { databaseFigures } from '#server/db/driver/figures.ts'
import { testDatabase } from '#server/testing/database.ts'

const newTeam = () => ({ teamId: newId(), sessionId: newId() })
const ask = (db: Db) => sql`select 1`.execute(db)

/** Begins transactions that last until the returned function is called. */
function busyWith(database: Database, begin: (work: () => Promise<void>) => Promise<void>) {
  const ending = Promise.withResolvers<void>()
  const held = Array.from({ length: 20 }, () => begin(() => ending.promise))
  expect(databaseFigures(database).connections().waiting).toBeGreaterThan(0)
  return async () => {
    ending.resolve()
    await Promise.all(held)
    expect(databaseFigures(database).connections().waiting).toBe(0)
  }
}

test('the transactions of one team leave database connections to other teams, sign-ins and jobs', async () => {
  const database = await testDatabase()
  const one = newTeam()
  const end = busyWith(database, (work) => withTeamTransaction(database, one, work))
  await withTeamTransaction(database, newTeam(), ask)
  await withEveryTeamTransaction(database, ask)
  await end()
})

test('sign-ins and jobs leave database connections to the teams', async () => {
  const database = await testDatabase()
  const end = busyWith(database, (work) => withEveryTeamTransaction(database, work))
  await withTeamTransaction(database, newTeam(), ask)
  await end()
})

test('requests with invented team ids leave database connections to the teams that have signed in', async () => {
  const database = await testDatabase()
  const { teamId, sessionId } = newTeam()
  await withTeamTransaction(database, { teamId, sessionId }, ask)
  const end = busyWith(database, (work) => withTeamTransaction(database, { teamId: newId() }, work))
  await withTeamTransaction(database, { teamId }, ask)
  await end()
})

test('the waiting reads of one member do not delay the other members of the team', async () => {
  const database = await testDatabase()
  const one = newTeam()
  const done: string[] = []
  const read = (userId: string) =>
    withTeamTransaction(database, { ...one, userId, reads: true }, async (db) => {
      await sql`select pg_sleep(0.01)`.execute(db)
      done.push(userId)
    })
  await Promise.all([...Array.from({ length: 40 }, () => read('many')), read('one')])
  expect(done.indexOf('one')).toBeLessThan(15)
})
