import { sql } from 'kysely'
import { columnsOf } from '../fragments/columns-of.ts'
import type { Db } from '../database.ts'
import type { RowOfReport } from '../schema/tables/report.ts'

export type Row = Record<string, unknown>
export type Rows = Record<RowOfReport, Row[]>
export type ReportOfTeam = { teamId: string; id: string }

/** The most rows of one statement: writing more as JSON would block the event loop for too long (E6.01). */
export const rowsAtOnce = 500

/**
 * Writes rows of the deleted report. A column that is newer than a row gets its default. The statement selects `team_id`
 * from a table, as CONTRIBUTING.md requires.
 */
export async function insertRows(
  db: Db,
  { teamId, id }: ReportOfTeam,
  table: RowOfReport | 'deleted_report_rows',
  rows: readonly Row[],
  onConflict = sql`do nothing`,
): Promise<void> {
  if (rows.length === 0) return
  const columns = await columnsOf(db, table)
  const names = Object.keys(rows[0]!).filter((name) => columns.includes(name)) // an upgrade may have dropped a column
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await sql`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(name === 'team_id' ? 'd.team_id' : `x.${name}`)))}
    from deleted_reports d
    cross join jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(at, at + rowsAtOnce))}::jsonb) x
    where d.team_id = ${teamId} and d.id = ${id}
    on conflict ${onConflict}`.execute(db)
}

/**
 * Deletes copies of the links between the lines of these reports and their blockers. The copies were stored when
 * another report was deleted. The lines have changed since then, so a restore of that report must not bring the former
 * links back.
 */
export const deleteCopiesOfLines = (
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
  reports: readonly string[],
) =>
  sql`
    delete from deleted_report_rows where team_id = ${teamId} and kind = 'blocker_events' and content ->> 'kind' = 'named'
      and content ->> 'report_id' = any(${reports}::text[])
      and report_id in (select id from deleted_reports where team_id = ${teamId} and user_id = ${userId})`.execute(db)

/**
 * Deletes a member's actions on blockers from the copies of deleted reports: a restore must not repeat an undone
 * action.
 */
export const deleteCopiesOfActs = (
  db: Db,
  { teamId, userId }: { teamId: string; userId: string | null },
  ids: readonly string[],
) =>
  sql`
    delete from deleted_report_rows where team_id = ${teamId} and user_id = ${userId} and kind = 'blocker_events'
      and content ->> 'id' = any(${ids}::text[])`.execute(db)
