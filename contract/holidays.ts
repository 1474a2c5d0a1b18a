import * as z from 'zod/mini'
import { calendarDate, daysInOrder, requiredText } from './fields.ts'
import { limits } from './limits.ts'

const name = requiredText(limits.name)

/** A day on which nobody in the team owes a report. */
export const Holiday = z.object({ date: calendarDate, name })
export type Holiday = z.infer<typeof Holiday>

/** Of holidays and absences: both days included, at most two years. */
export const CalendarQuery = z.object({ from: calendarDate, until: calendarDate }).check(daysInOrder(2 * 366))
export type CalendarQuery = z.infer<typeof CalendarQuery>

/** By date. */
export const Holidays = z.object({ holidays: z.array(Holiday) })
export type Holidays = z.infer<typeof Holidays>

/** `PUT /holidays/{date}`, for administrators. */
export const HolidayDraft = z.object({ name })
export type HolidayDraft = z.infer<typeof HolidayDraft>
