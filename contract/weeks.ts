import { isoWeekday } from './due.ts'
import { limits } from './limits.ts'

/** @param date YYYY-MM-DD */
export function daysAfter(date: string, days: number): string {
  const time = new Date(`${date}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + days)
  return time.toISOString().slice(0, 10)
}

/**
 * Returns the week of a day. A week begins with the working day after the most days off in a row. If there are several
 * such days, it begins with the first one from Monday on (decision 45).
 * @param workingDays ascending, at least one
 */
export function weekOf(date: string, workingDays: readonly number[]): { from: string; until: string } {
  const rests = workingDays.map((day, index) => (day - workingDays.at(index - 1)! + 7) % 7 || 7)
  const index = rests.indexOf(Math.max(...rests))
  const [first, last] = [workingDays[index]!, workingDays.at(index - 1)!]
  const from = daysAfter(date, -((isoWeekday(date) - first + 7) % 7))
  return { from, until: daysAfter(from, (last - first + 7) % 7) }
}

/** Returns the first and last day to name above a week. The last day is `until`, or a later day that has an entry. */
export function namedDays({ from, until, days }: { from: string; until: string; days: readonly { date: string }[] }) {
  const last = days.at(-1)?.date ?? until
  return { from, until: last > until ? last : until }
}

/** Returns the day on which a week is summed up: its last working day that is no holiday. Undefined if there is none. */
export function closingDay(
  { from, until }: { from: string; until: string },
  workingDays: readonly number[],
  holidays: readonly { date: string }[],
): string | undefined {
  for (let date = until; date >= from; date = daysAfter(date, -1))
    if (workingDays.includes(isoWeekday(date)) && !holidays.some((holiday) => holiday.date === date)) return date
  return undefined
}

/** Returns the hour of the weekly summary: `limits.weekHour`, or an hour after a later reminder, at most 23. */
export const weekHour = (reminderHour: number | null) =>
  Math.min(23, Math.max(limits.weekHour, (reminderHour ?? 0) + 1))
