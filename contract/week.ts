import * as z from 'zod/mini'
import { Blocker } from './blockers.ts'
import type { FieldErrorCode } from './errors.ts'
import { calendarDate } from './fields.ts'
import { Insight } from './insights.ts'

/** The week after the last day has days that PostgreSQL and JavaScript do not write in four digits. */
const beforeLastYear = z.refine<string>((date) => date < '9999', { error: 'invalid_date' satisfies FieldErrorCode })

export const WeekQuery = z.object({ date: z.optional(calendarDate.check(beforeLastYear)) })

/**
 * `work`: what I did on the day, as far as my reports say; '' where I was off. `planned`: no report says what was done yet,
 * and `work` is what was planned for the day. Absent: false.
 */
export const WeekDay = z.object({
  date: z.string(),
  work: z.string(),
  off: z.boolean(),
  planned: z.optional(z.boolean()),
})
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
