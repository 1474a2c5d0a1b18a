import { sql } from 'kysely'
import { type Database, type Db, withEveryTeamTransaction } from '#server/db/database.ts'

/** Within the transaction that fills the database: says that the demo has made it. @throws Error where somebody works in it */
export async function markAsDemo(db: Db): Promise<void> {
  if (await db.selectFrom('teams').select('id').limit(1).executeTakeFirst())
    throw new Error('The demo fills no database in which there is a team.')
  await sql`create schema asakai_demo`.execute(db)
}

/** @throws Error where the demo has not made this database: nobody signs in without a password there */
export async function requireDemo(database: Database): Promise<void> {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql`select from pg_namespace where nspname = 'asakai_demo'`.execute(db),
  )
  if (rows.length === 0) throw new Error('This database was not made by the demo.')
}
