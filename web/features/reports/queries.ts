import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Prefill } from '#contract/prefill.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { valuesOf } from '#contract/report-fields.ts'
import { limits } from '#contract/limits.ts'
import type {
  DayReport,
  LatestReport,
  Report,
  ReportChange,
  ReportDay,
  ReportedDays,
  ReportSubmission,
} from '#contract/reports.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { addDays, type CalendarDate } from '../../dates/dates.ts'

/** The defaults for the fields about reading and reactions. The member's own report and older servers lack them. */
export const unmarked = {
  read: true,
  changed: false,
  comments: 0,
  reactions: [],
  mentions: [],
  added_later: false,
  is_imported: false,
} satisfies Partial<DayReport>

/** Reads a response: an object with reports or, from older servers, a bare array (S7.09). */
const pageOf = (answer: ReportDay | Report[]): ReportDay => {
  const reports = Array.isArray(answer) ? answer : (answer.reports ?? [])
  return {
    reports: reports.map((report) => Object.assign({}, unmarked, report)),
    total: Array.isArray(answer) ? answer.length : (answer.total ?? 0),
  }
}

export async function readDay(date: CalendarDate, signal?: AbortSignal): Promise<DayReport[]> {
  const reports = new Map<string, DayReport>()
  for (let offset = 0; ; offset += limits.pageSize) {
    const query = { report_date: date, limit: limits.pageSize, offset }
    const page = pageOf(await api.get<ReportDay | Report[]>('/daily-reports', query, signal))
    // Keyed by id: a report that arrives between two pages can push another onto the next page.
    for (const report of page.reports) reports.set(report.id, report)
    if (page.reports.length === 0 || offset + page.reports.length >= page.total) return [...reports.values()]
  }
}

export const dayQuery = (date: CalendarDate) =>
  queryOptions({ queryKey: ['reports', 'day', date], queryFn: ({ signal }) => readDay(date, signal) })

const calendarCells = 42 // days

/**
 * Fetches the days with reports in the calendar that starts at `first`.
 * The days of the previously shown month stay on the screen until these are loaded.
 */
export const reportedDaysQuery = (first: CalendarDate) =>
  queryOptions({
    queryKey: ['reports', 'days', first],
    queryFn: ({ signal }) =>
      api.get<ReportedDays>('/daily-reports/days', { from: first, to: addDays(first, calendarCells - 1) }, signal),
    placeholderData: keepPreviousData,
  })

/** Fetches the member's newest report. The response is empty (204) if there is none. */
export const latestQuery = queryOptions({
  queryKey: ['reports', 'latest'],
  queryFn: async ({ signal }) => {
    const latest = await api.get<Partial<LatestReport>>('/daily-reports/my/latest', undefined, signal)
    return latest.id ? (latest as LatestReport) : null
  },
})

/** Fetches suggestions for the start of the member's report of the day, besides the latest report. */
export const prefillQuery = (date: CalendarDate) =>
  queryOptions({
    queryKey: ['beginning', date],
    queryFn: ({ signal }) => api.get<Prefill>('/daily-reports/draft', { date }, signal),
  })

/** Deletes a program's draft from the server after the form has taken over its text. */
export function useForgetLeftDraft(date: CalendarDate) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/daily-reports/draft?date=${date}&id=${id}`),
    onMutate: (id) =>
      queries.setQueryData(prefillQuery(date).queryKey, (known) =>
        known?.draft?.id === id ? { ...known, draft: undefined } : known,
      ),
  })
}

type Save = {
  existing: DayReport | undefined
  draft: ReportSubmission
  /** Called as soon as the server has stored the report, even if the form is unmounted. */
  onPersisted: () => void
}

/**
 * Refetches the data of the day that a write of the member's own report changes. The event about the same write then
 * does not refetch this data again (decision 63).
 */
export function rereadReports(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: ['blockers'] })
  return queries.invalidateQueries({ queryKey: ['reports'] })
}

/** Creates a report, or changes `existing`. Ignores the responses, because the day is refetched. */
export function useSaveReport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ existing, draft }: Save) => (existing ? changeReport(existing, draft) : fileReport(draft)),
    // An offline browser must fail at once and queue the text, instead of waiting silently.
    networkMode: 'always',
    onSuccess: (_answer, { onPersisted }) => {
      onPersisted()
      void queries.invalidateQueries({ queryKey: ['beginning'] })
      return rereadReports(queries)
    },
  })
}

/** @param key the idempotency key; a second request with the same key has no effect */
export const fileReport = (draft: ReportSubmission, key?: string) =>
  withoutEnded(draft, key, (sent, sentKey) => api.post<unknown>('/daily-reports', sent, sentKey))

/** @param existing the report as it was when the edit began, or the one that its author has chosen to replace */
export const changeReport = (existing: Report, draft: ReportSubmission, key?: string) => {
  const before = { report_date: existing.report_date, ...valuesOf(existing) }
  return withoutEnded(draft, key, (sent, sentKey) =>
    api.put<unknown>(`/daily-reports/${existing.id}`, { ...sent, before } satisfies ReportChange, sentKey),
  )
}

/**
 * Sends a report. If the server rejects it because one of its open blockers has ended, sends it again without those.
 */
async function withoutEnded(
  draft: ReportSubmission,
  key: string | undefined,
  send: (draft: ReportSubmission, key?: string) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await send(draft, key)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'blocker_changed') throw error
    const { blockers = [], ...words } = draft
    const solved = blockers.filter(({ state }) => state === 'solved')
    return send({ ...words, ...(solved.length > 0 && { blockers: solved }) }, key && `${key} words`)
  }
}

export const deleteReport = (id: string) => api.delete<unknown>(`/daily-reports/${id}`)

export const restoreReport = (id: string) => api.post<Report>(`/daily-reports/${id}/restore`)

export type Failure = {
  code: ErrorCode | undefined
  /** The server's message in the reader's language. */
  message: string | undefined
  fields: Record<string, string>
  timedOut: boolean
}

export function failureOf(error: unknown): Failure {
  const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
  if (!(error instanceof ApiError)) return { code: undefined, message: undefined, fields: {}, timedOut }
  return { code: error.code, message: error.serverMessage, fields: error.fields, timedOut }
}
