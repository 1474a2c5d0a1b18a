import type { CompiledQuery } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** How PostgreSQL would find what a statement asks for, as text. */
export async function planOf(db: Db, query: CompiledQuery): Promise<string> {
  const { rows } = await db.executeQuery({ ...query, sql: `explain ${query.sql}` })
  return JSON.stringify(rows)
}
