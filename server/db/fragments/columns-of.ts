import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Returns the columns of a table from the catalogue. */
export async function columnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}
