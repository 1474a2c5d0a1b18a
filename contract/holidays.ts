import * as z from 'zod/mini'
import { calendarDate, daysInOrder, list, name, text, writtenDate } from './fields.ts'
import { limits } from './limits.ts'

/** A day on which nobody in the team owes a report. */
export const Holiday = z.object({ date: calendarDate, name: z.string() })
export type Holiday = z.infer<typeof Holiday>

/** Of holidays and absences: both days included, at most two years. */
export const CalendarQuery = z.object({ from: calendarDate, until: calendarDate }).check(daysInOrder(2 * 366))
export type CalendarQuery = z.infer<typeof CalendarQuery>

/**
 * A holiday in the team's list. `added_automatically`: the team's subscription added it, and nobody has changed it since.
 */
export const ListedHoliday = z.extend(Holiday, { added_automatically: z.boolean() })
export type ListedHoliday = z.infer<typeof ListedHoliday>

/** By date. */
export const Holidays = z.object({ holidays: z.array(ListedHoliday) })
export type Holidays = z.infer<typeof Holidays>

/** A day that can become a holiday. */
export const HolidayDay = z.object({ date: writtenDate })

/** `PUT /holidays/{date}`, for administrators. */
export const HolidayDraft = z.object({ name: name(limits.name) })
export type HolidayDraft = z.infer<typeof HolidayDraft>

/** A country, ISO 3166-1, or one of its regions. */
const place = { country: text(20), region: z.optional(text(20)) }

/** The proposed days of a country's year. */
export const HolidayImport = z.object({
  ...place,
  year: z.int().check(z.minimum(limits.firstYear), z.maximum(limits.lastYear)),
})
export type HolidayImport = z.infer<typeof HolidayImport>

/** Days that were chosen from a preview, of a country or a file. */
export const ChosenHolidays = z.object({
  holidays: list(z.array(z.object({ date: writtenDate, name: name(limits.name) })), limits.holidaysAtOnce),
})
export type ChosenHolidays = z.infer<typeof ChosenHolidays>

/** `POST /holidays/import`, for administrators: a country's year, chosen days, or an .ics file sent as text/calendar. */
export const ImportedFrom = z.union([HolidayImport, ChosenHolidays, z.string()])
export type ImportedFrom = z.infer<typeof ImportedFrom>
export const ImportQuery = z.object({ preview: z.optional(z.enum(['true', 'false'])) })

/** A day of a country or a file. */
export const FoundHoliday = z.extend(Holiday, {
  /** False for days on which people work: observances, and holidays of banks or schools. */
  is_proposed: z.boolean(),
  /** Whether the team has a holiday on that day already. */
  is_holiday: z.boolean(),
  /** The number of entries for the day in the country or the file. */
  entries: z.int(),
})
export type FoundHoliday = z.infer<typeof FoundHoliday>

/**
 * The result of an import of holidays.
 *
 * - `added`: the proposed or chosen days that became holidays.
 * - `kept`: those that were holidays already and stay as they are.
 * - `unread_lines`: the number of skipped lines of the file.
 * - `days`: all days by date, only in a preview.
 */
export const Imported = z.object({
  added: z.int(),
  kept: z.int(),
  unread_lines: z.int(),
  days: z.optional(z.array(FoundHoliday)),
})
export type Imported = z.infer<typeof Imported>

/** `PUT /holidays/subscription`, for administrators. */
export const SubscriptionDraft = z.object(place)
export type SubscriptionDraft = z.infer<typeof SubscriptionDraft>

/** `DELETE /holidays/subscription`. `holidays`: whether the country's holidays from today on are removed, too. */
export const UnsubscribeQuery = z.object({ holidays: z.optional(z.enum(['true', 'false'])) })

/** The country whose holidays the team gets each year. `added_until`: the last year whose holidays were added. */
export const Subscription = z.object({ country: z.string(), region: z.nullable(z.string()), added_until: z.int() })
export type Subscription = z.infer<typeof Subscription>

/** `GET /holidays/subscription`, for administrators. */
export const TeamSubscription = z.object({ subscription: z.nullable(Subscription) })
export type TeamSubscription = z.infer<typeof TeamSubscription>

/** `coming`: how many holidays from today on were added. */
export const Subscribed = z.object({ subscription: Subscription, coming: z.int() })
export type Subscribed = z.infer<typeof Subscribed>

/** Countries whose governments announce each year which days are worked instead, or are free in addition. */
export const countriesThatMoveDays = ['BY', 'CN', 'HU', 'ID', 'KZ', 'RU', 'TW', 'VN']

/** `GET /holidays/countries`, for administrators: whose holidays can be imported, by code; the names of regions are their own. */
export const HolidayCountries = z.object({
  countries: z.array(
    z.object({ country: z.string(), regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
  ),
})
export type HolidayCountries = z.infer<typeof HolidayCountries>
