import { type RawBuilder, sql } from 'kysely'
import type { DashboardStats, OpenBlocker, RecentReport, Week } from '#contract/dashboard.ts'
import type { Expected } from '#contract/due.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { midnight } from '#server/db/midnight.ts'
import { trimmed } from '#server/db/trimmed.ts'
import { isWorking, joinedOn, workingNumber } from '#server/db/working-days.ts'

const namesBlocker = (issues: RawBuilder<unknown>) => sql`${trimmed(issues)} <> ''`

/** Enough of a text to find its first line in. */
const beginning = (text: RawBuilder<unknown>) => sql`left(${trimmed(text)}, 1000)`

/** So far back is looked for the report with which a blocker began: a member who always names one is not read whole. */
const blockerWindow = 90 // days

const reportDate = sql`r.report_date`

/** The team's today, and the day on which the member joined. */
export async function selectDays(db: Db, scope: Scope, now: Date): Promise<{ today: string; joined: string }> {
  const { rows } = await sql<{ today: string; joined: string }>`
    select (${now}::timestamptz at time zone t.time_zone)::date as today,
           ${joinedOn} as joined
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${scope.userId}`.execute(db)
  return rows[0]!
}

/**
 * The active members `u`, each with their newest report up to today `n`, and in `b` since when that names a blocker.
 * `max`, `min` and `limit` are what makes each a look into the index: taken for few, as the planner takes what one member
 * of one team has written, a whole history would be sorted or joined. `having` is asked before anything is read.
 */
const standings = (scope: Scope, today: string) => {
  const own = sql`r.team_id = ${scope.teamId} and r.user_id = u.id`
  return sql`
    users u
    cross join lateral (
      select max(r.report_date) as day from reports r where ${own} and r.report_date <= ${today}
    ) newest
    left join lateral (select * from reports r where ${own} and r.report_date = newest.day limit 1) n on true
    left join lateral (
      select least(min(r.report_date), newest.day) as since from reports r
      where ${own} and r.report_date > (
        select coalesce(max(r.report_date), ${today}::date - ${blockerWindow}::int) from reports r
        where ${own} and r.report_date between ${today}::date - ${blockerWindow}::int and newest.day
          and not ${namesBlocker(sql`r.issues`)}
      )
      having ${namesBlocker(sql`n.issues`)}
    ) b on true`
}

/** A member with their newest report; `since` where that names a blocker. */
export type Standing = Pick<OpenBlocker, 'user_id' | 'user_name'> &
  Record<'report_id' | 'report_date' | 'submitted_at' | 'plan' | 'issues' | 'since', string | null> &
  Expected

/** Every active member with their newest report, by name. */
export async function selectStandings(db: Db, scope: Scope, today: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select u.id as user_id, u.display_name as user_name, u.is_active, ${joinedOn} as joined_on, n.id as report_id, n.report_date,
           iso_in_zone(n.created_at, t.time_zone) as submitted_at, ${beginning(sql`n.today_plan`)} as plan,
           ${beginning(sql`n.issues`)} as issues, b.since
    from ${standings(scope, today)} join teams t on t.id = ${scope.teamId}
    where u.team_id = ${scope.teamId} and u.is_active
    order by u.display_name, u.id`.execute(db)
  return rows
}

type Blockers = Pick<DashboardStats, 'open_blockers' | 'oldest_blocker_since'>

export async function selectBlockers(db: Db, scope: Scope, today: string): Promise<Blockers> {
  const { rows } = await sql<Blockers>`
    select count(b.since)::int as open_blockers, min(b.since) as oldest_blocker_since
    from ${standings(scope, today)}
    where u.team_id = ${scope.teamId} and u.is_active`.execute(db)
  return rows[0]!
}

/**
 * The newest days' newest reports of active members, in the order of `reports_of_day`. Their authors are asked for of each:
 * joined, the planner would rather read all that the team has written, one member after the other.
 */
export async function selectRecent(db: Db, scope: Scope, today: string, limit: number): Promise<RecentReport[]> {
  const author = sql`from users where team_id = ${scope.teamId} and id = r.user_id`
  const { rows } = await sql<RecentReport>`
    select r.id as report_id, r.user_id, (select display_name ${author}) as user_name, r.report_date,
           ${beginning(sql`r.today_plan`)} as plan
    from reports r
    where r.team_id = ${scope.teamId} and r.report_date < ${today} and (select is_active ${author})
    order by r.report_date desc, r.created_at desc, r.id limit ${limit}`.execute(db)
  return rows
}

type Counts = 'reports_this_month' | 'current_streak' | 'longest_streak' | 'insights_this_month'
/** `met` are working days with a report from the day of joining on, in this month and in the previous one. */
export type OwnCounts = Pick<DashboardStats, Counts> & { met: number; met_previous: number; reported_today: boolean }

/** @param days.previous the first day of the month before @param days.month of this one */
export async function selectOwnCounts(
  db: Db,
  scope: Scope,
  days: { today: string; joined: string; month: string; previous: string },
): Promise<OwnCounts> {
  const { today, joined, month, previous } = days
  const number = workingNumber(sql`${today}::date`)
  const { rows } = await sql<OwnCounts>`
    with own as materialized (
      select r.report_date, ${isWorking(reportDate)} as working, ${workingNumber(reportDate)} as number
      from reports r
      where r.team_id = ${scope.teamId} and r.user_id = ${scope.userId} and r.report_date <= ${today}
    ), streaks as (
      select count(*) as length, max(number) as last from (
        select number, number - row_number() over (order by number) as streak from own where working
      ) numbered group by streak
    )
    select
      count(*) filter (where report_date >= ${month})::int as reports_this_month,
      count(*) filter (where working and report_date >= ${month} and report_date >= ${joined})::int as met,
      count(*) filter (
        where working and report_date >= ${previous} and report_date < ${month} and report_date >= ${joined}
      )::int as met_previous,
      coalesce(bool_or(report_date = ${today}), false) as reported_today,
      coalesce((
        select length from streaks where last >= ${number} - (${isWorking(sql`${today}::date`)})::int
      ), 0)::int as current_streak,
      coalesce((select max(length) from streaks), 0)::int as longest_streak,
      (
        select count(*) from insights where team_id = ${scope.teamId} and user_id = ${scope.userId}
          and created_at >= ${midnight(scope, month)} and created_at < ${midnight(scope, today, 1)}
      )::int as insights_this_month
    from own`.execute(db)
  return rows[0]!
}

type WeekCounts = Omit<Week, 'submission_rate'> & { met: number }

/**
 * The team's weeks from the Monday `first` to today. A member is due from the day of joining; somebody inactive until the
 * day before they were deactivated, and on that day once the report is in, as today (decision 27).
 */
export async function selectWeeks(db: Db, scope: Scope, first: string, today: string): Promise<WeekCounts[]> {
  const met = sql`${isWorking(reportDate)} and r.report_date >= p.joined`
  const { rows } = await sql<WeekCounts>`
    with weeks as (
      select n as week, ${first}::date + 7 * n as week_start
      from generate_series(0, (${today}::date - ${first}::date) / 7) as n
    ), people as materialized (
      select u.id, ${joinedOn} as joined,
             case when u.is_active then date 'infinity' else greatest(
               (u.deactivated_at at time zone t.time_zone)::date - 1,
               (select max(r.report_date) from reports r where r.team_id = ${scope.teamId} and r.user_id = u.id)
             ) end as until
      from users u join teams t on t.id = u.team_id where u.team_id = ${scope.teamId}
    ), filed as (
      select week, sum(reports)::int as reports, count(*)::int as members,
             sum(met)::int as met, sum(met_today)::int as met_today
      from people p cross join lateral (
        select (r.report_date - ${first}::date) / 7 as week, count(*) as reports,
               count(*) filter (where ${met}) as met,
               count(*) filter (where r.report_date = ${today} and ${met}) as met_today
        from reports r
        where r.team_id = ${scope.teamId} and r.user_id = p.id and r.report_date between ${first} and ${today}
        group by week
      ) of_member group by week
    ), due as (
      select week, sum(greatest(0,
        ${workingNumber(sql`least(until, week_start + 4, ${today}::date - 1)`)}
        - ${workingNumber(sql`(greatest(joined, week_start) - 1)`)}))::int as days
      from weeks cross join people group by week
    )
    select week_start, coalesce(reports, 0) as reports, coalesce(members, 0) as members, coalesce(met, 0) as met,
           days + coalesce(met_today, 0) as expected
    from weeks join due using (week) left join filed using (week) order by week`.execute(db)
  return rows
}
