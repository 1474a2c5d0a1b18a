import * as z from 'zod/mini'
import { Blocker } from './blockers.ts'
import type { FieldErrorCode } from './errors.ts'
import { calendarDate } from './fields.ts'
import { Insight } from './insights.ts'

/** Excludes the year 9999, because the week after its last day has five-digit years. */
const beforeLastYear = z.refine<string>((date) => date < '9999', { error: 'invalid_date' satisfies FieldErrorCode })

export const WeekQuery = z.object({ date: z.optional(calendarDate.check(beforeLastYear)) })

/**
 * `work`: the work of the day according to my reports; '' on a day off. `planned`: no report covers the work of the day
 * yet, so `work` is the plan for the day. Omitted: false.
 */
export const WeekDay = z.object({
  date: z.string(),
  work: z.string(),
  off: z.boolean(),
  planned: z.optional(z.boolean()),
})
export type WeekDay = z.infer<typeof WeekDay>

/**
 * `GET /week`: the week of the day, by default of today (N11.01).
 *
 * - `from`, `until`: the first and the last day of the week on which the team works. The week has seven days, so the
 *   caller's own days may include one after `until`.
 * - `closed`: whether the week was summed up.
 * - `reports`: the number of the caller's reports.
 * - `blockers`: the team's blockers in that week, unresolved ones first.
 * - `insights`: Keeps, then Tries, each newest first.
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
