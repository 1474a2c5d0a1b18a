import * as z from 'zod/mini'
import { Blocker } from './blockers.ts'
import { calendarDate } from './fields.ts'
import { Insight } from './insights.ts'

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
