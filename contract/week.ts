import * as z from 'zod/mini'
import { Blocker } from './blockers.ts'
import { isoWeekday } from './due.ts'
import { calendarDate } from './fields.ts'
import { Insight } from './insights.ts'
import { limits } from './limits.ts'

export const WeekQuery = z.object({ date: z.optional(calendarDate) })

/** `work`: what I did on the day, as far as my reports say; '' where I was off. */
export const WeekDay = z.object({ date: z.string(), work: z.string(), off: z.boolean() })
export type WeekDay = z.infer<typeof WeekDay>

/**
 * `GET /week`: that of the day, else of today (N11.01). `from`, `until`: its first and last working day by the team's pattern; it has seven
 * days, so that one after `until` may be among mine. `closed`: whether it has been summed up. `reports`: how many are mine. `blockers`: of
 * the team, those that stood in it, unresolved ones first. `insights`: Keeps, then Tries, the newest of each first.
 */
export const Week = z.object({
  from: z.string(),
  until: z.string(),
  closed: z.boolean(),
  reports: z.int(),
  days: z.array(WeekDay),
  blockers: z.array(Blocker),
  insights: z.array(Insight),
})
export type Week = z.infer<typeof Week>

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
