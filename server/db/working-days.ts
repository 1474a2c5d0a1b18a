import { type RawBuilder, sql } from 'kysely'

/**
 * The number of a working day, counted on from Monday to Friday; of a week-end its Friday's. Differences of these are
 * numbers of working days, and a streak is a run of them. The calendar's first day was a Monday.
 */
export const workingNumber = (date: RawBuilder<unknown>) =>
  sql`((${date} - date '0001-01-01') / 7 * 5 + least(extract(isodow from ${date})::int, 5))`

/** Monday to Friday. */
export const isWorking = (date: RawBuilder<unknown>) => sql`extract(isodow from ${date}) < 6`
