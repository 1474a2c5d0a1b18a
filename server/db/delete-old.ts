import { type RawBuilder, sql } from 'kysely'
import { type Database, withTeamTransaction } from './database.ts'
import { forEachTeam } from './each-team.ts'
import type { Tables } from './schema/tables.ts'

type Old = {
  /** The columns of the primary key beside `team_id`. */
  key: readonly string[]
  isOld: RawBuilder<boolean>
  /** Rows in one statement. Deleting a row can delete many rows of other tables. */
  atOnce?: number
}

/**
 * Deletes old rows of each team in portions. One statement for many rows could exceed the statement timeout, and then
 * every later run would fail, too.
 * @throws AggregateError of the teams that failed, after all other teams are done
 */
export function deleteOldRows(
  database: Database,
  table: keyof Tables,
  { key, isOld, atOnce = 1_000 }: Old,
): Promise<void> {
  const rows = sql.table(table)
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return forEachTeam<{ teamId: string }>(database, `deleting old rows of ${table}`, {
    async select(db, teamIds) {
      const found = await sql<{ teamId: string }>`
        select distinct team_id as "teamId" from ${rows} where team_id = any(${teamIds}::uuid[]) and ${isOld}`.execute(
        db,
      )
      return found.rows
    },
    async work({ teamId }) {
      const deletePortion = () =>
        withTeamTransaction(database, { teamId }, (db) =>
          sql`
            delete from ${rows} where team_id = ${teamId} and (${columns}) in (
              select ${columns} from ${rows} where team_id = ${teamId} and ${isOld} limit ${atOnce}
            )`.execute(db),
        )
      while ((await deletePortion()).numAffectedRows === BigInt(atOnce));
    },
  })
}
