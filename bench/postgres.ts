import { sql } from 'kysely'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'

/** Measures in a new and empty database. @param work `open` gives it with so many connections */
export async function inNewDatabase(work: (open: (connections: number) => Database) => Promise<void>): Promise<void> {
  const { connection, stop } = await startNewDatabase('asakai-bench-')
  const opened: Database[] = []
  try {
    await work((connections) => {
      const database = openDatabase({ ...connection, max: connections }, () => {})
      opened.push(database)
      return database
    })
  } finally {
    for (const database of opened) await database.destroy()
    await stop()
  }
}

/** How often the whole table of reports was read, and how many entries of its indexes: PostgreSQL counts that itself. */
export async function scans(database: Database): Promise<{ whole: number; rows: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(database)
  const { rows } = await sql<{ whole: string; rows: string }>`
    select t.seq_scan as whole, (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'reports') as rows
    from pg_stat_user_tables t where relname = 'reports'`.execute(database)
  return { whole: Number(rows[0]!.whole), rows: Number(rows[0]!.rows) }
}
