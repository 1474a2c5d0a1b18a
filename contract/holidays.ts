import * as z from 'zod/mini'
import { calendarDate, daysInOrder, list, name, text, writtenDate } from './fields.ts'
import { limits } from './limits.ts'

/** A day on which no report is due from the team. */
export const Holiday = z.object({ date: calendarDate, name: z.string() })
export type Holiday = z.infer<typeof Holiday>

/** The query for holidays and absences. Both days are included. The range has at most two years. */
export const CalendarQuery = z.object({ from: calendarDate, until: calendarDate }).check(daysInOrder(2 * 366))
export type CalendarQuery = z.infer<typeof CalendarQuery>

/** A holiday in the team's list. `added_automatically`: added by the team's subscription, and not edited since. */
export const ListedHoliday = z.extend(Holiday, { added_automatically: z.boolean() })
export type ListedHoliday = z.infer<typeof ListedHoliday>

/** The team's holidays, sorted by date. */
export const Holidays = z.object({ holidays: z.array(ListedHoliday) })
export type Holidays = z.infer<typeof Holidays>

export const HolidayDay = z.object({ date: writtenDate })

/** `PUT /holidays/{date}`, for administrators. */
export const HolidayDraft = z.object({ name: name(limits.name) })
export type HolidayDraft = z.infer<typeof HolidayDraft>

/** A country by its ISO 3166-1 code, and optionally a region. */
const place = { country: text(20), region: z.optional(text(20)) }

/** The proposed days of a country's year. */
export const HolidayImport = z.object({
  ...place,
  year: z.int().check(z.minimum(limits.firstYear), z.maximum(limits.lastYear)),
})
export type HolidayImport = z.infer<typeof HolidayImport>

/** The days chosen from a preview of a country or a file. */
export const ChosenHolidays = z.object({
  holidays: list(z.array(z.object({ date: writtenDate, name: name(limits.name) })), limits.holidaysAtOnce),
})
export type ChosenHolidays = z.infer<typeof ChosenHolidays>

/** `POST /holidays/import`, for administrators: a country's year, chosen days, or an .ics file as text/calendar. */
export const ImportedFrom = z.union([HolidayImport, ChosenHolidays, z.string()])
export type ImportedFrom = z.infer<typeof ImportedFrom>
export const ImportQuery = z.object({ preview: z.optional(z.enum(['true', 'false'])) })

/** A day of a country or a file. */
export const FoundHoliday = z.extend(Holiday, {
  /** False for days on which people work: observances, and bank or school holidays. */
  is_proposed: z.boolean(),
  /** Whether the day is already a holiday of the team. */
  is_holiday: z.boolean(),
  /** The number of entries that the country's list or the file has for the day. */
  entries: z.int(),
})
export type FoundHoliday = z.infer<typeof FoundHoliday>

/**
 * The result of an import of holidays.
 *
 * - `added`: the number of proposed or chosen days that became holidays.
 * - `kept`: the number of proposed or chosen days that were holidays already and stay unchanged.
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

/** `DELETE /holidays/subscription`. `holidays`: whether to remove the country's holidays from today on, too. */
export const UnsubscribeQuery = z.object({ holidays: z.optional(z.enum(['true', 'false'])) })

/** The country from which holidays are added each year. `added_until`: the last year with added holidays. */
export const Subscription = z.object({ country: z.string(), region: z.nullable(z.string()), added_until: z.int() })
export type Subscription = z.infer<typeof Subscription>

/** `GET /holidays/subscription`, for administrators. */
export const TeamSubscription = z.object({ subscription: z.nullable(Subscription) })
export type TeamSubscription = z.infer<typeof TeamSubscription>

/** `coming`: the number of added holidays from today on. */
export const Subscribed = z.object({ subscription: Subscription, coming: z.int() })
export type Subscribed = z.infer<typeof Subscribed>

/** Countries that announce each year which weekends become working days, or which weekdays become days off. */
export const countriesThatMoveDays = ['BY', 'CN', 'HU', 'ID', 'KZ', 'RU', 'TW', 'VN']

/**
 * `GET /holidays/countries`, for administrators: the countries with importable holidays, by code. Names of regions are
 * in the local language.
 */
export const HolidayCountries = z.object({
  countries: z.array(
    z.object({ country: z.string(), regions: z.array(z.object({ code: z.string(), name: z.string() })) }),
  ),
})
export type HolidayCountries = z.infer<typeof HolidayCountries>
