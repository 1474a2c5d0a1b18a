import { queryOptions } from '@tanstack/react-query'
import type { CalendarAddress } from '#contract/calendar-address.ts'
import type { Absence, AbsenceDraft, Absences } from '#contract/absences.ts'
import type {
  ChosenHolidays,
  Holiday,
  HolidayCountries,
  HolidayDraft,
  HolidayImport,
  Holidays,
  Imported,
  Subscribed,
  SubscriptionDraft,
  TeamSubscription,
} from '#contract/holidays.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'
import { addDays, addMonths } from '../../lib/dates.ts'

/** When nobody, or a member, is there. */
export type CalendarDays = { holidays: Holiday[] } & Absences

/**
 * When nobody, or a member, is there: of the month and of the one before it, in which somebody's last due day may lie.
 * @param month YYYY-MM
 */
export const daysOffQuery = (month: string) =>
  queryOptions({
    queryKey: ['calendar', month],
    queryFn: async ({ signal }): Promise<CalendarDays> => {
      const first = `${month}-01`
      const days = { from: addMonths(first, -1), until: addDays(addMonths(first, 1), -1) }
      const [{ holidays }, { absences }] = await Promise.all([
        api.get<Holidays>('/holidays', days, signal),
        api.get<Absences>('/absences', days, signal),
      ])
      return { holidays, absences }
    },
  })

/** This year's holidays and the next one's. @param year of today */
export const holidaysQuery = (year: number) =>
  queryOptions({
    queryKey: ['calendar', 'holidays', year],
    queryFn: async ({ signal }) => {
      const days = { from: `${year}-01-01`, until: `${year + 1}-12-31` }
      return (await api.get<Holidays>('/holidays', days, signal)).holidays
    },
  })

/**
 * Takes days off, or moves those of the same id; what is sent again is done once.
 * @returns what stood on those days until now, and is part of it from now on
 */
export async function keepAbsence({ id, ...draft }: Absence): Promise<Absence[]> {
  const { from, until, user_id } = draft
  const { absences } = await api.get<Absences>('/absences', { from, until })
  await api.put(`/absences/${id}`, draft satisfies AbsenceDraft)
  return absences.filter((each) => each.user_id === user_id && each.id !== id)
}

/** Gives days off back; that somebody else has done so already is no failure. */
export const deleteAbsence = (id: string) =>
  api.delete<unknown>(`/absences/${id}`).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  })

/** Makes a day a holiday, gives one another name, or moves it. @param before the one that is moved */
export const writeOfHoliday = ({ date, name }: Holiday): Write => ({
  method: 'PUT',
  path: `/holidays/${date}`,
  body: { name } satisfies HolidayDraft,
})

export async function keepHoliday({ date, name }: Holiday, before?: Holiday) {
  await sendWrite(writeOfHoliday({ date, name }))
  if (before && before.date !== date) await deleteHoliday(before.date)
}

export const deleteHoliday = (date: string) => api.delete<unknown>(`/holidays/${date}`)

/** Whose holidays can be imported; administrators alone may ask. */
export const countriesQuery = queryOptions({
  queryKey: ['holiday-countries'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await api.get<HolidayCountries>('/holidays/countries', undefined, signal)).countries,
})

/** A year of a country, or an .ics file. */
export type ImportSource = HolidayImport | File

const keyOf = (from: ImportSource | undefined) =>
  from instanceof File ? [from.name, from.size, from.lastModified] : from

/** Sends the file's bytes: a browser would lose those of a character that a line break cuts in two. */
const bodyOf = (from: ImportSource | undefined) =>
  from instanceof File ? new Blob([from], { type: 'text/calendar' }) : from

/** The days of a country or a file, for a choice. */
export const importPreviewQuery = (from: ImportSource | undefined) =>
  queryOptions({
    queryKey: ['holiday-import', keyOf(from)],
    enabled: from !== undefined,
    meta: { passing: true },
    retry: false,
    queryFn: () => api.post<Imported>('/holidays/import?preview=true', bodyOf(from)),
  })

export const importHolidays = (holidays: Holiday[]) =>
  api.post<Imported>('/holidays/import', { holidays } satisfies ChosenHolidays)

/** The country whose holidays are added each year; administrators alone may ask. */
export const subscriptionQuery = queryOptions({
  queryKey: ['calendar', 'subscription'],
  queryFn: async ({ signal }) =>
    (await api.get<TeamSubscription>('/holidays/subscription', undefined, signal)).subscription,
})

export const subscribe = (draft: SubscriptionDraft) => api.put<Subscribed>('/holidays/subscription', draft)

/** @param removesHolidays also removes the country's holidays from today on */
export const unsubscribe = (removesHolidays: boolean) =>
  api.delete<unknown>(`/holidays/subscription${removesHolidays ? '?holidays=true' : ''}`)

/** Where one's own calendar programme reads. Whoever has it reads too: it is kept nowhere but in memory. */
export const addressQuery = queryOptions({
  queryKey: ['calendar-address'],
  meta: { passing: true },
  queryFn: async ({ signal }) => (await api.get<CalendarAddress>('/calendar', undefined, signal)).address,
})

export const replaceAddress = async () => (await api.post<CalendarAddress>('/calendar')).address
