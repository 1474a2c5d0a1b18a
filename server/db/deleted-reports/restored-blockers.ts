import { sql } from 'kysely'
import type { RestoredBlockers } from '../schema/tables/blocker.ts'
import type { Db } from '../database.ts'
import { daysAround } from './days-around.ts'
import { insertRows, type ReportOfTeam, type Row, type Rows, rowsAtOnce } from './deleted-rows.ts'

type AuthorsReport = ReportOfTeam & { userId: string; day: string }

/**
 * Restores the links between lines and the author's blockers as they were before the deletion. This concerns lines of
 * the restored report and of later reports, but not of reports that were changed since. Also restores what people did
 * with a blocker.
 * @returns what `followBlockers` needs, from the first day around the report on which a blocker may change
 */
export async function insertBlockers(
  db: Db,
  report: AuthorsReport,
  { blockers, blocker_events: events }: Rows,
  deletedAt: Date,
): Promise<RestoredBlockers> {
  const { teamId, day } = report
  // Uses the report's day as first and last day for now: `followBlockers` reads the blockers of this day, and then
  // computes their real days.
  const placed = blockers.map((blocker) => ({ ...blocker, first_day: day, last_day: day }))
  await insertRows(db, report, 'blockers', placed)
  const unchanged = await unchangedLines(db, report, events as unknown as CopiedEvent[], deletedAt)
  const again = unchanged.filter((line) => line.day >= day)
  const meanwhile: RestoredBlockers['restored']['meanwhile'][number][] = []
  for (let at = 0; at < again.length; at += rowsAtOnce) {
    const { rows } = await sql<(typeof meanwhile)[number]>`
      delete from blocker_events e using jsonb_to_recordset(${JSON.stringify(again.slice(at, at + rowsAtOnce))}::jsonb) as n (report_id uuid, line smallint)
      where e.team_id = ${teamId} and e.kind = 'named' and e.report_id = n.report_id and e.line = n.line
      returning e.report_id, e.line, e.blocker_id`.execute(db)
    meanwhile.push(...rows)
  }
  await insertRows(db, report, 'blocker_events', again)
  const acts = events.filter(({ kind }) => kind !== 'named')
  await insertRows(db, report, 'blocker_events', acts)
  await putLaterActsAfter(db, report, { acts, deletedAt })
  const lines = Map.groupBy(unchanged, (line) => line.blocker_id)
  const said = (acts as unknown as CopiedEvent[]).flatMap((act) => {
    const own = lines.get(act.blocker_id) ?? []
    const line = own.findLast((each) => each.day <= act.day) ?? own[0]
    return line ? { id: act.id, report_id: line.report_id, line: line.line } : []
  })
  const ids = [...blockers.map(({ id }) => id as string), ...meanwhile.map(({ blocker_id: id }) => id)]
  const span = await selectSpan(db, report, { ids, acts: acts.map(({ id }) => id as string) })
  return { ...span, restored: { acts: said, meanwhile } }
}

type CopiedEvent = { id: string; blocker_id: string; kind: string; day: string; report_id: string; line: number }

/** Returns the copied lines of the reports that did not change since the deletion, sorted by day and line. */
async function unchangedLines(db: Db, { teamId }: ReportOfTeam, events: readonly CopiedEvent[], deletedAt: Date) {
  const named = events.filter(({ kind }) => kind === 'named')
  const ids = [...new Set(named.map((event) => event.report_id))]
  const reports = await db
    .selectFrom('reports')
    .where('team_id', '=', teamId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('updated_at', '<=', deletedAt)
    .select('id')
    .execute()
  const unchanged = new Set(reports.map(({ id }) => id))
  return named
    .filter((event) => unchanged.has(event.report_id))
    .toSorted((one, other) => (one.day === other.day ? one.line - other.line : one.day < other.day ? -1 : 1))
}

/**
 * Returns the first and the last day, near the report's day, on which a line named one of the blockers or somebody
 * acted on one. The span includes the report's day.
 */
async function selectSpan(
  db: Db,
  report: AuthorsReport,
  { ids, acts }: { ids: readonly string[]; acts: readonly string[] },
): Promise<{ from: string; through: string }> {
  const { teamId, day } = report
  const { rows } = await sql<{ from: string; through: string }>`
    select least(min(e.day), ${day}::date) as from, greatest(max(e.day), ${day}::date) as through
    from blocker_events e join ${daysAround(report)} as days on e.day between days.begin and days.until
    where e.team_id = ${teamId} and e.blocker_id in (
      select unnest(${ids}::uuid[]) union
      select a.blocker_id from blocker_events a where a.team_id = ${teamId} and a.id = any(${acts}::uuid[])
    )`.execute(db)
  return rows[0]!
}

/**
 * Changes the day of actions on the blockers to the day of the restored report, as if the report had been visible all
 * the time. This concerns actions since the deletion. Leaves an action unchanged if another report lies between the
 * action and the restored report: the other report may have opened the blocker again.
 */
const putLaterActsAfter = (
  db: Db,
  { teamId, id }: ReportOfTeam,
  { acts, deletedAt }: { acts: readonly Row[]; deletedAt: Date },
) =>
  sql`
    update blocker_events e set day = r.report_date from reports r
    where e.team_id = ${teamId} and r.team_id = ${teamId} and r.id = ${id} and e.kind <> 'named' and e.day < r.report_date
      and e.at >= ${deletedAt} and e.blocker_id in (
        select (d.content ->> 'id')::uuid from deleted_report_rows d
        where d.team_id = ${teamId} and d.report_id = ${id} and d.kind = 'blockers'
      )
      and e.id <> all(${acts.map((row) => row['id'])}::uuid[]) and not exists (
        select from reports b where b.team_id = ${teamId} and b.user_id = r.user_id
          and b.report_date > e.day and b.report_date < r.report_date
      )`.execute(db)
