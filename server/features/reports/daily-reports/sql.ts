import { type RawBuilder, sql } from 'kysely'
import { emptyReport, valueFields, withChanges } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { ReportPatch, DayReport, LatestReport, Report } from '#contract/reports.ts'
import type { Reaction } from '#contract/reactions.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { type Listener, listenersOf } from '#server/db/fragments/webhook-listeners.ts'

const values = sql.join(valueFields.map((field) => sql.ref(`r.${field}`)))
const columnsWith = (time: (column: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  r.id, r.user_id, u.display_name as user_name, r.report_date, ${values}, r.status, r.report_time, r.added_later, r.is_imported,
  ${time(sql`r.created_at`)} as created_at, ${time(sql`r.updated_at`)} as updated_at`
const reportColumns = columnsWith((time) => sql`iso_in_zone(${time}, t.time_zone)`)

const withAuthor = sql`join users u on u.team_id = r.team_id and u.id = r.user_id`
const withNames = sql`${withAuthor} join teams t on t.id = r.team_id`

type Member = Pick<Scope, 'teamId' | 'userId'>

/** @returns the new report's id, or undefined if the member has a report of that day already */
export async function insertReport(
  db: Db,
  { teamId: team_id, userId: user_id }: Member,
  report: ReportPatch & { id: string; added_later: boolean; is_imported?: boolean },
  at: Date,
): Promise<string | undefined> {
  const row = await db
    .insertInto('reports')
    .values({ ...report, ...withChanges(emptyReport, report), team_id, user_id, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'report_date']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns the writing time of the report's new day. If the day stays the same, so does the writing time (E2.04). */
const timeOfDay = ({ teamId }: Member, day: string) => sql<ReportTime>`
  case when report_date = ${day}::date then report_time
  else (select report_time_on(t.report_time, t.report_time_from, ${day}::date) from teams t where t.id = ${teamId}) end`

/**
 * Changes the day and the given fields of the member's own report, and no other field. Compares with `is not distinct
 * from`, which keeps the planner from reading all reports of the author.
 * @param replacedBy the member whose import replaces a colleague's report
 * @returns no rows if the report is another member's, or already has this day and these texts
 */
export const updateReport = (
  db: Db,
  member: Member,
  { id, report_date: day, ...named }: ReportPatch & { id: string },
  { now, replacedBy = null }: { now: Date; replacedBy?: string | null },
) =>
  db
    .updateTable('reports')
    .set({
      ...named,
      report_date: day,
      report_time: timeOfDay(member, day),
      status: 'edited',
      replaced_by: replacedBy,
      updated_at: now,
    })
    .where((is) => is.and({ team_id: member.teamId, id }))
    .where('user_id', 'is not distinct from', member.userId)
    .where((is) =>
      is.or([
        is('report_date', '!=', day),
        ...valueFields.flatMap((field) =>
          named[field] === undefined ? [] : is(field, 'is distinct from', named[field]),
        ),
      ]),
    )
    .returning('id')
    .execute()

export const updateAddedLater = (db: Db, scope: Scope, id: string, isLater: boolean) =>
  sql`update reports set added_later = ${isLater} where team_id = ${scope.teamId} and id = ${id}`.execute(db)

/**
 * Returns the author, day and text of the report. Locks it until the transaction ends, so that author and day cannot
 * change.
 */
export const selectForUpdate = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('reports')
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .select(['id', 'user_id', 'report_date', ...valueFields])
    .forUpdate()
    .executeTakeFirst()

/**
 * Reads a report after it was written.
 * - `listeners`: the webhooks for the event
 * - `concernsBlockers`: the report may end or split blockers of the previous report
 * - `concernsMonths`: the team approves months, or has approved months of this member earlier
 * @returns undefined if there is no such report
 */
export async function selectWritten(db: Db, scope: Scope, id: string, event: 'report.submitted' | 'report.updated') {
  const { rows } = await sql<Report & { concerns_blockers: boolean; concerns_months: boolean; listeners: Listener[] }>`
    select ${reportColumns}, exists (
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
  if (!rows[0]) return undefined
  const { concerns_blockers: concernsBlockers, concerns_months: concernsMonths, listeners, ...report } = rows[0]
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

/** A report of a day as the whole team sees it. `given`: each reaction and its member, in the order of giving. */
export type DayRow = Omit<DayReport, 'read' | 'changed' | 'reactions' | 'readers'> & { given: [Reaction, string][] }

const answersOf = ({ teamId }: Scope) => sql`
  (select coalesce(json_agg(m.user_id order by m.id), '[]') from mentions m
   where m.team_id = ${teamId} and m.report_id = r.id and m.dropped_at is null) as mentions,
  (select count(*)::int from comments c
   where c.team_id = ${teamId} and c.report_id = r.id and c.deleted_at is null) as comments,
  (select coalesce(json_agg(json_build_array(reaction, user_id) order by created_at, reaction), '[]')
   from report_reactions where team_id = ${teamId} and report_id = r.id) as given`

/**
 * Makes JSON show times with the team's offset in the rest of the transaction. This takes a third of the time of
 * `iso_in_zone`.
 */
const timesInZoneOf = ({ teamId }: Scope) =>
  sql`(select set_config('timezone', time_zone, true) from teams where id = ${teamId}) is not null`

export type DayPage = { date: string; limit: number; offset: number }

/**
 * The caller's own part of a page.
 * - `marks`: for each report in order, whether it is unread, read, or changed since (`u`, `r`, `c`)
 * - `readers`: who has read the caller's own report
 * - `version`: changes with everything else that the day shows (decision 51)
 */
export type OwnPart = { version: string | null; marks: string | null; readers: string }

/**
 * @param page the reports' ids and their positions on the page
 * @param own the id of the caller's own report on the page, or null
 */
const ownPart = ({ teamId, userId }: Scope, date: string, page: RawBuilder<unknown>, own: RawBuilder<unknown>) => sql`
  (select string_agg(version::text, ' ' order by day) from day_versions
   where team_id = ${teamId} and day in (${date}, '-infinity')) as version,
  (select string_agg(
     case when r.user_id = ${userId} then 'r' when seen.read_at is null then 'u' when r.updated_at > seen.read_at then 'c' else 'r' end,
     '' order by page.nth)
   from ${page} as page (id, nth) join reports r on r.team_id = ${teamId} and r.id = page.id
   left join report_reads seen on seen.team_id = ${teamId} and seen.report_id = page.id and seen.user_id = ${userId}) as marks,
  (select coalesce(json_agg(json_build_object('user_id', u.id, 'user_name', u.display_name) order by s.read_at, u.id), '[]')
   from report_reads s join users u on u.team_id = ${teamId} and u.id = s.user_id
   where s.team_id = ${teamId} and s.report_id = ${own})::text as readers`

export async function selectOwnPart(
  db: Db,
  scope: Scope,
  date: string,
  page: { ids: readonly string[]; own: string | null },
): Promise<OwnPart> {
  const part = ownPart(scope, date, sql`unnest(${page.ids}::uuid[]) with ordinality`, sql`${page.own}::uuid`)
  return (await sql<OwnPart>`select ${part}`.execute(db)).rows[0]!
}

export type WholePage = OwnPart & { rows: string; total: number }

/**
 * Selects the caller's own part together with the page, in one snapshot. `rows`: the JSON of an array of `DayRow`, with
 * times in the team's offset.
 */
export async function selectDay(db: Db, scope: Scope, day: DayPage): Promise<WholePage> {
  const { rows } = await sql<WholePage>`
    with page as (
      select ${columnsWith((time) => sql`date_trunc('second', ${time})`)}, (
        select display_name from users i where i.team_id = ${scope.teamId} and i.id = r.replaced_by
      ) as replaced_by, ${answersOf(scope)}
      from reports r ${withAuthor}
      where ${timesInZoneOf(scope)} and r.team_id = ${scope.teamId} and r.report_date = ${day.date}
      order by u.display_name, u.id ${rowsOfPage(day)}
    )
    select coalesce((select json_agg(page) from page), '[]')::text as rows,
      (select count(*)::int from reports where team_id = ${scope.teamId} and report_date = ${day.date}) as total,
      ${ownPart(
        scope,
        day.date,
        sql`(select id, row_number() over () from page)`,
        sql`(select id from page where user_id = ${scope.userId})`,
      )}`.execute(db)
  return rows[0]!
}

/**
 * Returns the days with reports. Looks each day up in the index. `offset 0` is needed: because of row-level security,
 * PostgreSQL would otherwise not use the index for a day plus a number. The count is a literal, because PostgreSQL
 * would plan a statement with a parameter each time.
 */
export async function selectReportedDays(db: Db, scope: Scope, from: string, days: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select day from (select ${from}::date + n as day from generate_series(0, ${sql.lit(days)}) n offset 0) dated
    cross join lateral (select from reports where team_id = ${scope.teamId} and report_date = day limit 1) as reported
    order by day`.execute(db)
  return rows.map(({ day }) => day)
}
