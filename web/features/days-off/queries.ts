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

/** Fetches the holidays of this year and the next. @param year the current year */
export const holidaysQuery = (year: number) =>
  queryOptions({
    queryKey: ['calendar', 'holidays', year],
    queryFn: async ({ signal }) => {
      const days = { from: `${year}-01-01`, until: `${year + 1}-12-31` }
      return (await api.get<Holidays>('/holidays', days, signal)).holidays
    },
  })

/**
 * Adds an absence, or changes the one with the same id. A repeated request has no further effect.
 * @returns the member's other absences on those days; the server merges them into this one
 */
export async function saveAbsence({ id, ...draft }: Absence): Promise<Absence[]> {
  const { from, until, user_id } = draft
  const { absences } = await api.get<Absences>('/absences', { from, until })
  await api.put(`/absences/${id}`, draft satisfies AbsenceDraft)
  return absences.filter((each) => each.user_id === user_id && each.id !== id)
}

/** Deletes an absence. Succeeds if the absence is already gone. */
export const deleteAbsence = (id: string) =>
  api.delete<unknown>(`/absences/${id}`).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error
  })

export const changeOfHoliday = ({ date, name }: Holiday): Write => ({
  method: 'PUT',
  path: `/holidays/${date}`,
  body: { name } satisfies HolidayDraft,
})

/** Saves a holiday. @param before the holiday before the edit; it is deleted if the date has changed */
export async function saveHoliday({ date, name }: Holiday, before?: Holiday) {
  await sendWrite(changeOfHoliday({ date, name }))
  if (before && before.date !== date) await deleteHoliday(before.date)
}

export const deleteHoliday = (date: string) => api.delete<unknown>(`/holidays/${date}`)

/** Fetches the countries with holidays that can be imported. Only administrators may fetch them. */
export const countriesQuery = queryOptions({
  queryKey: ['holiday-countries'],
  staleTime: Infinity,
  queryFn: async ({ signal }) => (await api.get<HolidayCountries>('/holidays/countries', undefined, signal)).countries,
})

export type ImportSource = HolidayImport | File

const keyOf = (from: ImportSource | undefined) =>
  from instanceof File ? [from.name, from.size, from.lastModified] : from

/** Sends raw bytes, because a folded line of iCalendar may split a character, which decoded lines would lose. */
const bodyOf = (from: ImportSource | undefined) =>
  from instanceof File ? new Blob([from], { type: 'text/calendar' }) : from

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

/** Fetches the country with the holidays that are added each year. Only administrators may fetch it. */
export const subscriptionQuery = queryOptions({
  queryKey: ['calendar', 'subscription'],
  queryFn: async ({ signal }) =>
    (await api.get<TeamSubscription>('/holidays/subscription', undefined, signal)).subscription,
})

export const subscribe = (draft: SubscriptionDraft) => api.put<Subscribed>('/holidays/subscription', draft)

/** @param removesHolidays whether to remove the country's holidays from today on as well */
export const unsubscribe = (removesHolidays: boolean) =>
  api.delete<unknown>(`/holidays/subscription${removesHolidays ? '?holidays=true' : ''}`)

/**
 * Fetches the URL for the member's own calendar application. Anyone with the URL can read the calendar, so the URL is
 * kept in memory only.
 */
export const addressQuery = queryOptions({
  queryKey: ['calendar-address'],
  meta: { passing: true },
  queryFn: async ({ signal }) => (await api.get<CalendarAddress>('/calendar', undefined, signal)).address,
})

export const replaceAddress = async () => (await api.post<CalendarAddress>('/calendar')).address
