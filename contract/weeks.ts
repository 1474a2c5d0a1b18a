import { isoWeekday } from './due.ts'
import { limits } from './limits.ts'

/** @param date YYYY-MM-DD */
export function daysAfter(date: string, days: number): string {
  const time = new Date(`${date}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}

/**
 * The week of a day: it begins with the working day after the longest rest, of equal ones the first from Monday on (decision 45).
 * @param workingDays ascending, at least one
 */
export function weekOf(date: string, workingDays: readonly number[]): { from: string; until: string } {
  const rests = workingDays.map((day, index) => (day - workingDays.at(index - 1)! + 7) % 7 || 7)
  const index = rests.indexOf(Math.max(...rests))
  const [first, last] = [workingDays[index]!, workingDays.at(index - 1)!]
  const from = daysAfter(date, -((isoWeekday(date) - first + 7) % 7))
  return { from, until: daysAfter(from, (last - first + 7) % 7) }
}

/** Its last working day that is no holiday, on which it is summed up; undefined where there is none. */
export function closingDay(
  { from, until }: { from: string; until: string },
  workingDays: readonly number[],
  holidays: readonly { date: string }[],
): string | undefined {
  for (let date = until; date >= from; date = daysAfter(date, -1))
    if (workingDays.includes(isoWeekday(date)) && !holidays.some((holiday) => holiday.date === date)) return date
  return undefined
}

/** The hour of the closing day, in the team's zone: an hour after its reminder where that is late in the day. */
export const weekHour = (reminderHour: number | null) =>
  Math.min(23, Math.max(limits.weekHour, (reminderHour ?? 0) + 1))
