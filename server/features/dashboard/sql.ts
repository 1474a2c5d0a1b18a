import { type RawBuilder, sql } from 'kysely'
import type { BacklogItem } from '#contract/backlogs.ts'
import type { RecentReport } from '#contract/dashboard.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import type { OwnCounts, Standing } from './policy.ts'

/** What `String.trim` takes away: a blocker is what remains, here as in the browser. */
const white =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
const namesBlocker = sql`btrim(r.issues, ${white}) <> ''`

/** Enough of a text to find its first line in. */
const beginning = (text: RawBuilder<unknown>) => sql`left(btrim(${text}, ${white}), 1000)`

/** So far back is looked for the report with which a blocker began: a member who always names one is not read whole. */
const blockerWindow = 90 // days

/**
 * The number of a working day, counted on from Monday to Friday; of a week-end its Friday's. Differences of these are
 * numbers of working days, and a streak is a run of them. The calendar's first day was a Monday.
 */
const workingNumber = (date: RawBuilder<unknown>) =>
  sql`((${date} - date '0001-01-01') / 7 * 5 + least(extract(isodow from ${date})::int, 5))`

const isWorking = (date: RawBuilder<unknown>) => sql`extract(isodow from ${date}) < 6`
const reportDate = sql`r.report_date`

/** The team's today, and the day on which the member joined. */
export async function selectDays(db: Db, scope: Scope, now: Date): Promise<{ today: string; joined: string }> {
  const { rows } = await sql<{ today: string; joined: string }>`
    select (${now}::timestamptz at time zone t.time_zone)::date as today,
           (u.created_at at time zone t.time_zone)::date as joined
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${scope.userId}`.execute(db)
  return rows[0]!
}

/** A member's newest report up to today, and since when it names a blocker: an entry of an index each. */
const newestReport = (scope: Scope, today: string) => sql`
  lateral (
    select r.*, ${namesBlocker} as blocked from reports r
    where r.team_id = ${scope.teamId} and r.user_id = u.id and r.report_date <= ${today}
    order by r.report_date desc limit 1
  ) n`
const blockedSince = (scope: Scope, today: string) => sql`
  lateral (
    select coalesce(min(r.report_date), n.report_date) as since from reports r
    where n.blocked and r.team_id = ${scope.teamId} and r.user_id = u.id and r.report_date <= n.report_date
      and r.report_date > coalesce((
        select r.report_date from reports r
        where r.team_id = ${scope.teamId} and r.user_id = u.id and not ${namesBlocker}
          and r.report_date between ${today}::date - ${blockerWindow}::int and n.report_date
        order by r.report_date desc limit 1
      ), ${today}::date - ${blockerWindow}::int)
  ) b`

/** Every active member with their newest report, by name. */
export async function selectStandings(db: Db, scope: Scope, today: string): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select u.id as user_id, u.display_name as user_name, n.id as report_id, n.report_date,
           iso_in_zone(n.created_at, t.time_zone) as submitted_at, ${beginning(sql`n.today_plan`)} as plan,
           ${beginning(sql`n.issues`)} as issues, case when n.blocked then b.since end as since
    from users u join teams t on t.id = u.team_id
    left join ${newestReport(scope, today)} on true
    left join ${blockedSince(scope, today)} on n.blocked
    where u.team_id = ${scope.teamId} and u.is_active
    order by u.display_name, u.id`.execute(db)
  return rows
}

export async function selectBlockers(
  db: Db,
  scope: Scope,
  today: string,
): Promise<{ open_blockers: number; oldest_blocker_since: string | null }> {
  const { rows } = await sql<{ open_blockers: number; oldest_blocker_since: string | null }>`
    select count(*)::int as open_blockers, min(b.since) as oldest_blocker_since
    from users u
    join ${newestReport(scope, today)} on n.blocked
    join ${blockedSince(scope, today)} on true
    where u.team_id = ${scope.teamId} and u.is_active`.execute(db)
  return rows[0]!
}

export async function selectRecent(db: Db, scope: Scope, today: string, limit: number): Promise<RecentReport[]> {
  const { rows } = await sql<RecentReport>`
    select r.id as report_id, r.user_id, u.display_name as user_name, r.report_date,
           ${beginning(sql`r.today_plan`)} as plan
    from reports r join users u on u.team_id = r.team_id and u.id = r.user_id
    where r.team_id = ${scope.teamId} and r.report_date < ${today} and u.is_active
    order by r.report_date desc, r.created_at desc, r.id limit ${limit}`.execute(db)
  return rows
}

/** The member's items as `GET /backlogs` begins: the urgent ones first, then the newest. */
export async function selectBacklog(db: Db, scope: Scope, limit: number): Promise<BacklogItem[]> {
  const { rows } = await sql<BacklogItem>`
    select b.id::float8 as id, b.backlog, b.source, b.source_type, b.user_id, b.reference, b.url, b.priority,
           iso_in_zone(b.updated_at, t.time_zone) as updated_at
    from backlog_items b join teams t on t.id = b.team_id
    where b.team_id = ${scope.teamId} and b.user_id = ${scope.userId}
    order by array_position(array['high', 'medium', 'low'], b.priority), b.updated_at desc, b.id desc
    limit ${limit}`.execute(db)
  return rows
}

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
        select count(*) from insights i join teams t on t.id = i.team_id
        where i.team_id = ${scope.teamId} and i.user_id = ${scope.userId}
          and i.created_at >= ${month}::timestamp at time zone t.time_zone
          and i.created_at < (${today}::date + 1)::timestamp at time zone t.time_zone
      )::int as insights_this_month
    from own`.execute(db)
  return rows[0]!
}

export type WeekCounts = { week_start: string; reports: number; members: number; met: number; expected: number }

/**
 * The team's weeks from the Monday `first` to today. A member is due from the day of joining; somebody inactive until
 * their last report, for when they left is not kept; today is due once the report is in.
 */
export async function selectWeeks(db: Db, scope: Scope, first: string, today: string): Promise<WeekCounts[]> {
  const { rows } = await sql<WeekCounts>`
    with weeks as (
      select ${first}::date + 7 * n as week_start from generate_series(0, (${today}::date - ${first}::date) / 7) as n
    ), people as materialized (
      select u.id, (u.created_at at time zone t.time_zone)::date as joined,
             case when u.is_active then date 'infinity' else coalesce((
               select max(r.report_date) from reports r where r.team_id = ${scope.teamId} and r.user_id = u.id
             ), date '-infinity') end as until
      from users u join teams t on t.id = u.team_id where u.team_id = ${scope.teamId}
    ), filed as (
      select r.report_date - (extract(isodow from r.report_date)::int - 1) as week_start,
             count(*)::int as reports, count(distinct p.id)::int as members,
             count(*) filter (where counts)::int as met,
             count(*) filter (where counts and r.report_date = ${today})::int as met_today
      from people p
      cross join lateral (
        select r.report_date, ${isWorking(reportDate)} and r.report_date >= p.joined as counts from reports r
        where r.team_id = ${scope.teamId} and r.user_id = p.id and r.report_date between ${first} and ${today}
      ) r group by 1
    ), due as (
      select week_start, sum(greatest(0,
        ${workingNumber(sql`least(until, week_start + 4, ${today}::date - 1)`)}
        - ${workingNumber(sql`(greatest(joined, week_start) - 1)`)}))::int as days
      from weeks join people on joined <= week_start + 4 and until >= week_start group by 1
    )
    select week_start, coalesce(reports, 0) as reports, coalesce(members, 0) as members, coalesce(met, 0) as met,
           coalesce(days, 0) + coalesce(met_today, 0) as expected
    from weeks left join filed using (week_start) left join due using (week_start) order by week_start`.execute(db)
  return rows
}
