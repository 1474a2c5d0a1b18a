import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Begins an insert of rows that have the same columns. Sends all of them as one JSON parameter, because a statement has
 * at most 65,535 parameters.
 * @param rows at least one
 */
export function insertRows<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const columns = Object.keys(rows[0]!)
  const values = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression(sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${values}`)
}
