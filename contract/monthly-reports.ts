import * as z from 'zod/mini'
import { digits, uuid } from './fields.ts'
import { reportTimes } from './report-time.ts'
import type { MonthField } from './report-fields.ts'

export const MonthQuery = z.object({
  year: z.pipe(digits, z.int().check(z.minimum(2000), z.maximum(2100))),
  month: z.pipe(digits, z.int().check(z.minimum(1), z.maximum(12))),
})

/**
 * A day of the member's month (S3.18). `blockers`: those that its report mentions, in line order; missing from older
 * servers.
 */
export const Achievement = z.object({
  report_date: z.string(),
  yesterday_work: z.string(),
  issues: z.string(),
  report_time: z.enum(reportTimes),
  added_later: z.boolean(),
  blockers: z.optional(z.array(uuid)),
} satisfies Record<MonthField | 'report_date' | 'report_time' | 'added_later' | 'blockers', unknown>)
export type Achievement = z.infer<typeof Achievement>
