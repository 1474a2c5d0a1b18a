import { type RawBuilder, sql } from 'kysely'
import { reportFields } from '#contract/report-fields.ts'
import type { LatestReport, Report, ReportDraft } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { trimmed } from '#server/db/trimmed.ts'
import { type Listener, listenersOf } from '#server/db/webhook-listeners.ts'

const words = sql.join(reportFields.map((field) => sql.ref(`r.${field}`)))
export const columnsWith = (time: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  r.id, r.user_id, u.display_name as user_name, r.report_date, ${words}, r.status,
  ${time(sql`r.created_at`)} as created_at, ${time(sql`r.updated_at`)} as updated_at`
const reportColumns = columnsWith((time) => sql`iso_in_zone(${time}, t.time_zone)`)

export const withAuthor = sql`join users u on u.team_id = r.team_id and u.id = r.user_id`
const withNames = sql`${withAuthor} join teams t on t.id = r.team_id`

/** The new report's id, or undefined where the member has one for that day already. */
export async function insertReport(
  db: Db,
  scope: Scope,
  draft: ReportDraft,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('reports')
    .values({ team_id: scope.teamId, id, user_id: scope.userId, ...draft, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'report_date']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Written at noon of their day in the team's zone, unless that is still to come: what comes from elsewhere is no news of today. */
export async function upsertReports(
  db: Db,
  { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
  drafts: readonly (ReportDraft & { id: string })[],
  now: Date,
): Promise<(ReportDraft & { id: string })[]> {
  const days = drafts.map((draft) => draft.report_date)
  const noons = await sql<{ day: string; at: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, least(${now}::timestamptz, (day + time '12:00') at time zone t.time_zone) as at
    from teams t, unnest(${days}::date[]) as day where t.id = ${teamId}`.execute(db)
  const written = new Map(noons.rows.map(({ day, at }) => [day, at]))
  const rows = drafts.map((draft) => {
    const at = written.get(draft.report_date)!
    return { team_id: teamId, user_id: userId, ...draft, created_at: at, updated_at: at }
  })
  return db
    .insertInto('reports')
    .values(rows)
    .onConflict((taken) =>
      taken.columns(['team_id', 'user_id', 'report_date']).doUpdateSet((is) => ({
        ...Object.fromEntries(reportFields.map((field) => [field, is.ref(`excluded.${field}`)])),
        status: 'edited',
        updated_at: now,
      })),
    )
    .returning(['id', 'report_date', ...reportFields])
    .execute()
}

export const updateReport = (db: Db, scope: Scope, id: string, draft: ReportDraft, now: Date) =>
  db
    .updateTable('reports')
    .set({ ...draft, status: 'edited', updated_at: now })
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .execute()

export const deleteReport = (db: Db, scope: Scope, id: string) =>
  db.deleteFrom('reports').where('team_id', '=', scope.teamId).where('id', '=', id).execute()

/** Whose report it is, of which day, what it names as blockers, and who hears of its end; locked, so that what was allowed is still so when it is done. */
export const selectForUpdate = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('reports')
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .select(['id', 'user_id', 'report_date', 'issues'])
    .select(listenersOf(scope, ['report.deleted']).as('listeners'))
    .forUpdate()
    .executeTakeFirst()

/**
 * `listeners`: of the event; `concernsBlockers`: it names one, or comes after a report whose blockers it may end or divide;
 * `concernsMonths`: the team has months approved, or had.
 */
export async function selectWritten(
  db: Db,
  scope: Scope,
  id: string,
  event: 'report.submitted' | 'report.updated',
): Promise<{ report: Report; concernsBlockers: boolean; concernsMonths: boolean; listeners: Listener[] }> {
  const { rows } = await sql<Report & { concerns_blockers: boolean; concerns_months: boolean; listeners: Listener[] }>`
    select ${reportColumns}, ${trimmed(sql`r.issues`)} <> '' or exists (
      select from blockers b, (
        select max(report_date) as day from reports
        where team_id = ${scope.teamId} and user_id = ${scope.userId} and report_date < r.report_date
      ) as before
      where b.team_id = ${scope.teamId} and b.user_id = ${scope.userId} and b.last_day >= before.day
        and (b.last_day > before.day or b.state <> 'resolved')
    ) as concerns_blockers, t.month_approval or exists (
      select from months m where m.team_id = ${scope.teamId} and m.user_id = ${scope.userId}
    ) as concerns_months, ${listenersOf(scope, [event])} as listeners
    from reports r ${withNames} where r.team_id = ${scope.teamId} and r.id = ${id}`.execute(db)
  const { concerns_blockers: concernsBlockers, concerns_months: concernsMonths, listeners, ...report } = rows[0]!
  return { report, concernsBlockers, concernsMonths, listeners }
}

export async function selectLatest(db: Db, scope: Pick<Scope, 'teamId' | 'userId'>): Promise<LatestReport | undefined> {
  const { rows } = await sql<LatestReport>`
    select ${reportColumns}, r.issues as blocker from reports r ${withNames}
    where r.team_id = ${scope.teamId} and r.user_id = ${scope.userId} and r.report_date = (
      select max(report_date) from reports where team_id = ${scope.teamId} and user_id = ${scope.userId}
    )`.execute(db)
  return rows[0]
}
