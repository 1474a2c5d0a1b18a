import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'

type Sql = RawBuilder<unknown>
/** The team of a statement. A statement must name it for every table (CONTRIBUTING.md). */
type Team = { teamId: string | Sql }

/**
 * Returns the weekday: 1 is Monday, 7 is Sunday (ISO 8601). Computes with whole numbers: `extract` returns numerics,
 * which take several times as long.
 */
const isoWeekday = (date: Sql) => sql`((${date} - date '0001-01-01') % 7 + 1)`

/** The time zone and the working days of the member `u` of the team `t`. */
export const zone = sql`coalesce(u.time_zone, t.time_zone)`
export const workingDays = sql`coalesce(u.working_days, t.working_days)`

/** The day on which the member `u` of the team `t` joined, in the member's time zone. */
export const joinedOn = sql`(u.created_at at time zone ${zone})::date`

/** Today in the time zone of the member `u` of the team `t`. */
export const todayOf = (now: Date) => sql`(${now}::timestamptz at time zone ${zone})::date`

const isHoliday = ({ teamId }: Team, date: Sql) =>
  sql`exists (select from holidays h where h.team_id = ${teamId} and h.date = ${date})`

/** Whether the member `u` is away for the whole day. On half a day off a report is still due. */
const isAway = ({ teamId }: Team, date: Sql) => sql`exists (
  select from absences a where a.team_id = ${teamId} and a.user_id = u.id and a.half is null
    and ${date} between a.first_day and a.last_day
)`

/**
 * Whether a report is due from the member `u` of the team `t` on the day. Must agree with `dueStatusOn` of
 * contract/due.ts.
 */
export const isDue = (team: Team, date: Sql) => sql`(
  u.is_active and u.writes and ${date} >= ${joinedOn} and ${isoWeekday(date)} = any(${workingDays})
  and not ${isHoliday(team, date)} and not ${isAway(team, date)}
)`

/** All days on which the member `u` is away, as one value: for statements that ask about many days of a member. */
export const away = ({ teamId }: Team) => sql`coalesce((
  select range_agg(daterange(a.first_day, a.last_day, '[]')) from absences a
  where a.team_id = ${teamId} and a.user_id = u.id and a.half is null
), '{}')`

/** All holidays of the team, as one value. */
export const holidaysOf = ({ teamId }: Team) => sql`array(select date from holidays where team_id = ${teamId})`

/**
 * Builds the same condition as `isDue`, but cheaper for many days. The caller must check that the member is active and
 * has to write reports.
 * @param member the name of a row with `joined`, `working_days` and `away`
 * @param holidays an array of dates
 */
export const isDueOf = (member: string, date: Sql, holidays: Sql) => {
  const column = (name: string) => sql.ref(`${member}.${name}`)
  return sql`(
    ${date} >= ${column('joined')} and ${isoWeekday(date)} = any(${column('working_days')})
    and ${date} <> all(${holidays}) and not ${column('away')} @> ${date}
  )`
}

/**
 * Counts the days for which `isDueOf` holds. Makes no row for each day, because a span may have centuries: counts each
 * working weekday by division, then subtracts days off.
 * @param days the span: the day `after` is not counted, the day `until` is counted
 */
export const countDue = (member: string, { after, until }: Record<'after' | 'until', Sql>, holidays: Sql) => {
  const column = (name: string) => sql.ref(`${member}.${name}`)
  const before = sql`greatest(${after}, ${column('joined')} - 1)`
  const number = (date: Sql) => sql`(${date} - date '0001-01-01')`
  // The number of days up to `date` that are this weekday: one for each week since the first of them.
  const upTo = (date: Sql) => sql`((${number(date)} - weekday + 8) / 7)`
  const workingDaysIn = (last: Sql, first: Sql) => sql`(
    select coalesce(sum(${upTo(last)} - ${upTo(first)}), 0)::int
    from (select distinct unnest(${column('working_days')}) as weekday) as working
  )`
  return sql`(
    select case when span.until <= span.after then 0 else ${workingDaysIn(sql`span.until`, sql`span.after`)} - (
      select count(*)::int from unnest(${holidays}) as holiday where holiday > span.after and holiday <= span.until
        and ${isoWeekday(sql`holiday`)} = any(${column('working_days')}) and not ${column('away')} @> holiday
    ) - coalesce((
      select sum(${workingDaysIn(sql`(upper(days) - 1)`, sql`(lower(days) - 1)`)})::int
      from unnest(${column('away')} * datemultirange(daterange(span.after, span.until, '(]'))) as days
    ), 0) end
    from (select ${before} as after, ${until} as until) as span
  )`
}

/** Returns the condition that the date is a working day of the team `t`. */
export const isTeamsWorkingDay = (team: Team, date: Sql) =>
  sql`(${isoWeekday(date)} = any(t.working_days) and not ${isHoliday(team, date)})`

/** The maximum number of days that we search ahead for a team's next working day. */
const longestBreak = 60 // days

/**
 * Returns the instant itself if it is within working hours of the team `t`, otherwise the beginning of the next working
 * hours.
 */
export const workingTime = (team: Team, instant: Date) => sql<Date>`(
  select case
    when ${isTeamsWorkingDay(team, sql`local::date`)}
      and extract(hour from local) >= ${limits.workingFrom} and extract(hour from local) < ${limits.workingUntil}
      then ${instant}::timestamptz
    else (
      coalesce((
        select min(next.day) from generate_series(0, ${longestBreak}) as n, lateral (select local::date + n as day) as next
        where ${isTeamsWorkingDay(team, sql`next.day`)} and (n > 0 or extract(hour from local) < ${limits.workingFrom})
      ), local::date + 1) + make_interval(hours => ${limits.workingFrom})
    ) at time zone t.time_zone
  end
  from (select ${instant}::timestamptz at time zone t.time_zone as local) as here)`
