import { addDays, type CalendarDate, daysBetween, weekday } from './dates.ts'

/** Which week of which year most of these seven days are in, by its Thursday as ISO 8601 counts. @param from the first of them */
export function weekNumber(from: CalendarDate): { year: string; week: number } {
  const middle = addDays(from, 3)
  const thursday = addDays(middle, 4 - (weekday(middle) || 7))
  const year = thursday.slice(0, 4)
  return { year, week: Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1 }
}
