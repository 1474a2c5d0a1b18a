import * as z from 'zod/mini'
import { halfDayReasons, notDueReasons } from './due.ts'
import { calendarDate, uuid } from './fields.ts'

export const DueReportsQuery = z.object({ date: calendarDate })

/** `GET /due-reports`: all active members, sorted by name. */
export const DueReports = z.object({
  date: z.string(),
  members: z.array(
    z.object({ user_id: uuid, due: z.boolean(), reason: z.nullable(z.enum([...notDueReasons, ...halfDayReasons])) }),
  ),
})
export type DueReports = z.infer<typeof DueReports>
