import { type RawBuilder, sql } from 'kysely'
import type { DashboardStats, OpenBlocker, RecentReport, Week } from '#contract/dashboard.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { trimmed } from '#server/db/fragments/trimmed.ts'
import { away, holidaysOf, isDue, isDueOf, joinedOn, todayOf, workingDays, zone } from '#server/db/fragments/due.ts'

/** Returns the beginning of a text: enough for the first line that the dashboard shows. */
const beginning = (text: RawBuilder<unknown>) => sql`left(${trimmed(text)}, 1000)`

/** Returns the current day of the member. */
export async function selectToday(db: Db, scope: Scope, now: Date): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select ${todayOf(now)} as today from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${scope.userId}`.execute(db)
  return rows[0]!.today
}

/**
 * Joins the active members `u`, each with their newest report `n` up to today. Uses `max` and `limit`, so that
 * PostgreSQL looks up each member in the index. PostgreSQL expects few reports of a member, and would otherwise sort or
 * join the whole history.
 */
const standings = (scope: Scope, today: string) => {
  const own = sql`r.team_id = ${scope.teamId} and r.user_id = u.id`
  return sql`
    users u
    cross join lateral (
      select max(r.report_date) as day from reports r where ${own} and r.report_date <= ${today}
    ) newest
    left join lateral (select * from reports r where ${own} and r.report_date = newest.day limit 1) n on true`
}

/** A member with their newest report. `has_blocker`: the report names a blocker that is still open. */
export type Standing = Pick<OpenBlocker, 'user_id' | 'user_name'> &
  Record<'report_id' | 'report_date' | 'submitted_at' | 'plan', string | null> & {
    has_blocker: boolean
    is_imported: boolean
    is_due: boolean
  }

/**
 * Selects every active member with their newest report, by name. A member's report is not due before the member's day
 * begins.
 */
export async function selectStandings(db: Db, scope: Scope, today: string, now: Date): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select u.id as user_id, u.display_name as user_name,
           ${isDue(scope, sql`${today}::date`)} and ${today} <= ${todayOf(now)} as is_due, n.id as report_id, n.report_date,
           iso_in_zone(n.created_at, t.time_zone) as submitted_at, coalesce(n.is_imported, false) as is_imported, ${beginning(sql`n.today_plan`)} as plan,
           exists (
             select from blocker_events e join blockers b on b.team_id = ${scope.teamId} and b.id = e.blocker_id
             where e.team_id = ${scope.teamId} and e.report_id = n.id and e.kind = 'named' and b.state <> 'resolved'
           ) as has_blocker
    from ${standings(scope, today)} join teams t on t.id = ${scope.teamId}
    where u.team_id = ${scope.teamId} and u.is_active
    order by u.display_name, u.id`.execute(db)
  return rows
}

/** Joins the open blockers of active members, the same ones that `GET /blockers` lists (E3.05). */
const openBlockers = ({ teamId }: Scope) => sql`
  blockers b join users u on u.team_id = ${teamId} and u.id = b.user_id and u.is_active
  where b.team_id = ${teamId} and b.state <> 'resolved'`

export async function selectOpenBlockers(db: Db, scope: Scope, limit: number): Promise<OpenBlocker[]> {
  const { rows } = await sql<OpenBlocker>`
    select u.id as user_id, u.display_name as user_name, b.report_id, (
        select report_date from reports where team_id = ${scope.teamId} and id = b.report_id
      ) as report_date, b.first_day as since, left(b.text, 1000) as issues
    from ${openBlockers(scope)} order by b.first_day, b.id ${rowsOfPage({ limit })}`.execute(db)
  return rows
}

type Blockers = Pick<DashboardStats, 'open_blockers' | 'oldest_blocker_since'>

export async function countOpenBlockers(db: Db, scope: Scope): Promise<Blockers> {
  const { rows } = await sql<Blockers>`
    select count(*)::int as open_blockers, min(b.first_day) as oldest_blocker_since
    from ${openBlockers(scope)}`.execute(db)
  return rows[0]!
}

/**
 * Selects the newest reports of active members, in the order of `reports_of_day`. Selects authors by subqueries: with a
 * join PostgreSQL would read all reports of the team, one member after the other.
 */
export async function selectRecent(db: Db, scope: Scope, today: string, limit: number): Promise<RecentReport[]> {
  const author = sql`from users where team_id = ${scope.teamId} and id = r.user_id`
  const { rows } = await sql<RecentReport>`
    select r.id as report_id, r.user_id, (select display_name ${author}) as user_name, r.report_date,
           ${beginning(sql`r.today_plan`)} as plan
    from reports r
    where r.team_id = ${scope.teamId} and r.report_date < ${today} and (select is_active ${author})
    order by r.report_date desc, r.created_at desc, r.id ${rowsOfPage({ limit })}`.execute(db)
  return rows
}

type Counts = 'reports_this_month' | 'current_streak' | 'longest_streak' | 'insights_this_month'
/**
 * The number of due days in this month and in the previous one, and the number of those with a report. Today counts as
 * due once its report exists.
 */
type Due = Record<'due' | 'met' | 'due_previous' | 'met_previous', number>
export type OwnCounts = Pick<DashboardStats, Counts> & Due

/** @param days.previous the first day of the previous month @param days.month the first day of this month */
export async function selectOwnCounts(
  db: Db,
  scope: Scope,
  { today, month, previous }: Record<'today' | 'month' | 'previous', string>,
): Promise<OwnCounts> {
  const { rows } = await sql<OwnCounts>`
    with me as materialized (
      select ${zone} as zone, ${joinedOn} as joined, ${workingDays} as working_days, ${away(scope)} as away, u.writes
      from users u join teams t on t.id = u.team_id
      where u.team_id = ${scope.teamId} and u.id = ${scope.userId}
    ), own as materialized (
      select report_date as date from reports
      where team_id = ${scope.teamId} and user_id = ${scope.userId} and report_date <= ${today}
    ), days as materialized (
      select day.date, own.date is not null as reported, me.writes and ${isDueOf('me', sql`day.date`, sql`off.holidays`)} as due
      from me, lateral (select least(joined, ${previous}::date) as first) as since,
        (select ${holidaysOf(scope)} as holidays) as off, generate_series(0, ${today}::date - first) as n,
        lateral (select first + n as date) as day left join own using (date)
    ), counted as (
      select date, reported, due and (reported or date < ${today}) as due from days
    ), runs as (
      select count(*) as length, max(number) as last from (
        select reported, row_number() over (order by date) as number,
               row_number() over (order by date) - row_number() over (partition by reported order by date) as run
        from counted where due
      ) numbered where reported group by run
    )
    select
      count(*) filter (where reported and date >= ${month})::int as reports_this_month,
      count(*) filter (where due and date >= ${month})::int as due,
      count(*) filter (where due and reported and date >= ${month})::int as met,
      count(*) filter (where due and date >= ${previous} and date < ${month})::int as due_previous,
      count(*) filter (where due and reported and date >= ${previous} and date < ${month})::int as met_previous,
      coalesce((
        select length from runs where last = (select count(*) from counted where due)
      ), 0)::int as current_streak,
      coalesce((select max(length) from runs), 0)::int as longest_streak,
      (
        select count(*) from insights where team_id = ${scope.teamId} and user_id = ${scope.userId}
          and created_at >= (select ${month}::date::timestamp at time zone zone from me)
          and created_at < (select (${today}::date + 1)::timestamp at time zone zone from me)
      )::int as insights_this_month
    from counted`.execute(db)
  return rows[0]!
}

type WeekCounts = Omit<Week, 'submission_rate'> & { met: number }
type Weeks = { first: string; today: string; now: Date }

/**
 * Selects the team's weeks from the Monday `first` to today. A member's reports are due from the day of joining to
 * yesterday in the member's time zone. Today is due once its report exists. For a deactivated member, the day of the
 * deactivation is the last day, and is due only if its report exists (decision 27).
 */
export async function selectWeeks(db: Db, scope: Scope, { first, today, now }: Weeks): Promise<WeekCounts[]> {
  const { rows } = await sql<WeekCounts>`
    with weeks as (
      select n as week, ${first}::date + 7 * n as week_start
      from generate_series(0, (${today}::date - ${first}::date) / 7) as n
    ), people as materialized (
      select u.id, u.writes, greatest(${joinedOn}, ${first}::date) as joined, ${workingDays} as working_days, ${away(scope)} as away,
             least(${todayOf(now)} - 1, case when not u.is_active then greatest(
               (u.deactivated_at at time zone ${zone})::date - 1, '-infinity',
               (select max(r.report_date) from reports r where r.team_id = ${scope.teamId} and r.user_id = u.id)
             ) end) as until
      from users u join teams t on t.id = u.team_id where u.team_id = ${scope.teamId}
    ), alike as materialized (
      select distinct joined, working_days, away from people where writes
    ), days as materialized (
      select p.*, date, n / 7 as week, ${isDueOf('p', sql`date`, sql`off.holidays`)} as is_due
      from alike p, (select ${holidaysOf(scope)} as holidays) as off,
        generate_series(0, ${today}::date - ${first}::date) as n, lateral (select ${first}::date + n as date) as day
    ), due as (
      select week, sum(members) as days
      from (select joined, working_days, away, until, count(*) as members from people where writes group by 1, 2, 3, 4) p
      join days using (joined, working_days, away) where is_due and date <= until group by week
    ), calendars as (
      select joined, working_days, away, array_agg(is_due order by date) as due from days group by 1, 2, 3
    ), filed as (
      select week, sum(reports)::int as reports, count(*)::int as members,
             sum(met)::int as met, sum(met_since)::int as met_since
      from people p left join calendars c on p.writes
        and (c.joined, c.working_days, c.away) = (p.joined, p.working_days, p.away)
      cross join lateral (
        select day / 7 as week, count(*) as reports, count(*) filter (where c.due[day + 1]) as met,
               count(*) filter (where c.due[day + 1] and r.report_date > p.until) as met_since
        from reports r, lateral (select r.report_date - ${first}::date as day) as of_report
        where r.team_id = ${scope.teamId} and r.user_id = p.id and r.report_date between ${first} and ${today}
        group by week
      ) of_member group by week
    )
    select week_start, coalesce(reports, 0) as reports, coalesce(members, 0) as members, coalesce(met, 0) as met,
           (coalesce(days, 0) + coalesce(met_since, 0))::int as due
    from weeks left join filed using (week) left join due using (week) order by week`.execute(db)
  return rows
}
