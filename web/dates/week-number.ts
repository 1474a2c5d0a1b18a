import { addDays, type CalendarDate, daysBetween, weekday } from './dates.ts'

/**
 * Returns the ISO 8601 week, and its year, of the Thursday among these seven days. Most of the days are in that week.
 * @param from the first of the seven days
 */
export function weekNumber(from: CalendarDate): { year: string; week: number } {
  const middle = addDays(from, 3)
  const thursday = addDays(middle, 4 - (weekday(middle) || 7))
  const year = thursday.slice(0, 4)
  return { year, week: Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1 }
}
