import * as z from 'zod/mini'
import { calendarDate, daysInOrder, requiredText, text } from './fields.ts'
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

/** A year of a country, ISO 3166-1, or of one of its regions. */
export const HolidayImport = z.object({
  country: text(20),
  region: z.optional(text(20)),
  year: z.int().check(z.minimum(limits.importedSince), z.maximum(limits.importedUntil)),
})
export type HolidayImport = z.infer<typeof HolidayImport>

/** `POST /holidays/import`, for administrators: that, or an .ics file as it is, sent as text/calendar. */
export const ImportedFrom = z.union([HolidayImport, z.string()])
export const ImportQuery = z.object({ preview: z.optional(z.enum(['true', 'false'])) })

/** How many days became holidays, and how many were some already and stayed as they are. */
export const Imported = z.object({ added: z.int(), kept: z.int() })
export type Imported = z.infer<typeof Imported>

/** `GET /holidays/countries`, for administrators: whose holidays can be imported, by code; the names of regions are their own. */
export const HolidayCountries = z.object({
  countries: z.array(
    z.object({ country: z.string(), regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
  ),
})
export type HolidayCountries = z.infer<typeof HolidayCountries>
