import { type RawBuilder, sql } from 'kysely'
import { limits } from '#contract/limits.ts'

/** Days since the calendar's first, a Monday. Whole numbers: `extract` gives numerics, which cost several times as much. */
const dayNumber = (date: RawBuilder<unknown>) => sql`(${date} - date '0001-01-01')`

/**
 * The number of a working day, counted on from Monday to Friday; of a week-end its Friday's. Differences of these are
 * numbers of working days, and a streak is a run of them.
 */
export const workingNumber = (date: RawBuilder<unknown>) =>
  sql`(${dayNumber(date)} / 7 * 5 + least(${dayNumber(date)} % 7, 4))`

/** Monday to Friday. @param date a `date`, no instant */
export const isWorking = (date: RawBuilder<unknown>) => sql`${dayNumber(date)} % 7 < 5`

/** The day, in the zone of the team `t`, on which the member `u` joined. */
export const joinedOn = sql`(u.created_at at time zone t.time_zone)::date`

/** Whether a report is due on the day from the member `u` of the team `t`, as `whyNotDue` of contract/due.ts has it. */
export const isDue = (date: RawBuilder<unknown>) => sql`(u.is_active and ${date} >= ${joinedOn} and ${isWorking(date)})`

/**
 * The instant itself within working hours, else the beginning of the next ones.
 * @param zone the team's time zone
 */
export const workingTime = (instant: Date, zone: RawBuilder<unknown>) => sql<Date>`(
  select case
    when ${isWorking(sql`local::date`)} and extract(hour from local) between ${limits.workingFrom} and ${limits.workingUntil - 1}
      then ${instant}::timestamptz
    else (
      local::date + make_interval(hours => ${limits.workingFrom}, days => case
        when ${isWorking(sql`local::date`)} and extract(hour from local) < ${limits.workingFrom} then 0
        when extract(isodow from local) < 5 then 1
        else 8 - extract(isodow from local)::int
      end)
    ) at time zone ${zone}
  end
  from (select ${instant}::timestamptz at time zone ${zone} as local) as here)`
