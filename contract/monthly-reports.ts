import * as z from 'zod/mini'
import { endStates } from './blockers.ts'
import { digits, uuid } from './fields.ts'
import { reportTimes } from './report-time.ts'
import type { MonthField } from './report-fields.ts'

export const MonthQuery = z.object({
  year: z.pipe(digits, z.int().check(z.minimum(2000), z.maximum(2100))),
  month: z.pipe(digits, z.int().check(z.minimum(1), z.maximum(12))),
})

/**
 * A day of the member's month (S3.18). `blockers`: the blockers of the day's report, in line order. `ended`: how and on
 * which day a blocker ended, or null if it is open.
 */
export const Achievement = z.object({
  report_date: z.string(),
  yesterday_work: z.string(),
  issues: z.string(),
  report_time: z.enum(reportTimes),
  added_later: z.boolean(),
  blockers: z.array(
    z.object({
      id: uuid,
      line: z.int(),
      ended: z.nullable(z.object({ state: z.enum(endStates), on: z.string() })),
    }),
  ),
} satisfies Record<MonthField | 'report_date' | 'report_time' | 'added_later' | 'blockers', unknown>)
export type Achievement = z.infer<typeof Achievement>
