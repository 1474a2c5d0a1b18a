import { sql } from 'kysely'
import { reportFields } from '#contract/report-fields.ts'
import type { LatestReport, Report, ReportDraft } from '#contract/reports.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db, JsonText } from '#server/db/database.ts'

const words = sql.join(reportFields.map((field) => sql.ref(`r.${field}`)))
const reportColumns = sql`
  r.id, r.user_id, u.display_name as user_name, r.report_date, ${words}, r.status,
  iso_in_zone(r.created_at, t.time_zone) as created_at, iso_in_zone(r.updated_at, t.time_zone) as updated_at`

const withNames = sql`
  join users u on u.team_id = r.team_id and u.id = r.user_id
  join teams t on t.id = r.team_id`

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
    .values({
      team_id: scope.teamId,
      id,
      user_id: scope.userId,
      ...draft,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'report_date']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const updateReport = (db: Db, scope: Scope, id: string, draft: ReportDraft, now: Date) =>
  db
    .updateTable('reports')
    .set({ ...draft, status: 'edited', updated_at: now })
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .execute()

/** @returns the day it was of */
export async function deleteReport(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('reports')
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .returning('report_date')
    .executeTakeFirst()
  return row?.report_date
}

/** Whose report it is, and of which day; locked, so that what was allowed is still so when it is done. */
export const selectForUpdate = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('reports')
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .select(['user_id', 'report_date'])
    .forUpdate()
    .executeTakeFirst()

export async function selectReport(db: Db, scope: Scope, id: string): Promise<Report> {
  const { rows } = await sql<Report>`
    select ${reportColumns} from reports r ${withNames}
    where r.team_id = ${scope.teamId} and r.id = ${id}`.execute(db)
  return rows[0]!
}

export async function selectLatest(db: Db, scope: Scope): Promise<LatestReport | undefined> {
  const { rows } = await sql<LatestReport>`
    select ${reportColumns}, r.issues as blocker from reports r ${withNames}
    where r.team_id = ${scope.teamId} and r.user_id = ${scope.userId} and r.report_date = (
      select max(report_date) from reports where team_id = ${scope.teamId} and user_id = ${scope.userId}
    )`.execute(db)
  return rows[0]
}

/**
 * A page of a team's day as the text of a `ReportDay`. PostgreSQL writes the JSON itself: `bench/day.ts` compares it with
 * mapping rows here.
 */
export async function selectDay(
  db: Db,
  scope: Scope,
  day: { date: string; limit: number; offset: number },
): Promise<JsonText> {
  const { rows } = await sql<{ day: JsonText }>`
    select json_build_object(
      'reports', coalesce((
        select json_agg(report) from (
          select ${reportColumns} from reports r ${withNames}
          where r.team_id = ${scope.teamId} and r.report_date = ${day.date}
          order by u.display_name, u.id limit ${day.limit} offset ${day.offset}
        ) report), '[]'),
      'total', (select count(*) from reports where team_id = ${scope.teamId} and report_date = ${day.date})
    )::text as day`.execute(db)
  return rows[0]!.day
}

/** One look into the index for each day, however many have reported on it. */
export async function selectReportedDays(db: Db, scope: Scope, from: string, to: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from generate_series(0, ${to}::date - ${from}::date) as n
    cross join lateral (select ${from}::date + n as day) as dated
    cross join lateral (select from reports where team_id = ${scope.teamId} and report_date = day limit 1) as reported
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}
