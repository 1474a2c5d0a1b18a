import type { CalendarDate } from '../../dates/dates.ts'

/** The last day of an absence. `beside`: the first day that was selected when the member chose the last day. */
export type LastDay = { day: CalendarDate; beside: CalendarDate }

/**
 * Returns the last day, given the first day `from`. If the first day has changed since, a one-day absence moves with
 * it. A longer absence keeps its last day, unless the first day is now after it.
 */
export const lastDayOf = (from: CalendarDate, { day, beside }: LastDay): CalendarDate =>
  from !== beside && (day === beside || day < from) ? from : day
