import { type Insertable, type InsertQueryBuilder, type InsertResult, sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Tables } from '../schema/tables.ts'

/**
 * Begins an insert of rows that have the same columns and the same team. Sends all rows as one JSON parameter, because
 * a statement has at most 65,535 parameters. Selects the team's id from its table: on a cluster, an insert with an id
 * from elsewhere becomes a COPY, which row-level security refuses.
 * @param rows at least one
 */
export function insertRows<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: readonly (Insertable<Tables[Table]> & { team_id: string })[],
): InsertQueryBuilder<Tables, Table, InsertResult> {
  const columns = Object.keys(rows[0]!)
  const selected = columns.map((column) => sql.ref(column === 'team_id' ? 't.id' : `x.${column}`))
  const values = sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`
  // oxlint-disable-next-line cluster/statement -- the one place for it
  return db
    .insertInto(table)
    .columns(columns as never)
    .expression(sql`select ${sql.join(selected)} from teams t cross join ${values} x where t.id = ${rows[0]!.team_id}`)
}
