import type { CalendarDate } from '../../dates/dates.ts'

/** A last day, and the first day that was selected when it was chosen. */
export type LastDay = { day: CalendarDate; beside: CalendarDate }

/**
 * Returns the last day as chosen, or moves it if the first day has moved since.
 * A one-day absence always moves along. A longer one moves only if the first day passes its end.
 */
export const lastDayOf = (from: CalendarDate, { day, beside }: LastDay): CalendarDate =>
  from !== beside && (day === beside || day < from) ? from : day
