import type { CalendarDate } from '../../lib/dates.ts'

/** A last day, and the first day beside which it was chosen. */
export type LastDay = { day: CalendarDate; beside: CalendarDate }

/** The last day as it was chosen. Where the first has moved since, it follows: of one day always, of several from there on. */
export const lastDayOf = (from: CalendarDate, { day, beside }: LastDay): CalendarDate =>
  from !== beside && (day === beside || day < from) ? from : day
