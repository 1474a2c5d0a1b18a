import { sql } from 'kysely'
import { type Database, type Db, withEveryTeamTransaction } from '#server/db/database.ts'

/** Marks the database as the demo's, within the transaction that fills it. @throws Error if it has a team */
export async function markAsDemo(db: Db): Promise<void> {
  if (await db.selectFrom('teams').select('id').limit(1).executeTakeFirst())
    throw new Error('The demo fills no database in which there is a team.')
  await sql`create schema asakai_demo`.execute(db)
}

/** @throws Error if the demo has not created this database: only there may people sign in without a password */
export async function requireDemo(database: Database): Promise<void> {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql`select from pg_namespace where nspname = 'asakai_demo'`.execute(db),
  )
  if (rows.length === 0) throw new Error('This database was not made by the demo.')
}
