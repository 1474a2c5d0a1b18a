import { useQuery } from '@tanstack/react-query'
import { valuesOf } from '#contract/report-fields.ts'
import { prefill } from '#contract/new-report.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useReportTime } from '../../domain/report-time.ts'
import { reportBy } from './day.ts'
import { prefillQuery, dayQuery, latestQuery, useSaveReport } from './queries.ts'
import { useDeleteReport } from './use-delete-report.ts'

/**
 * Fetches the text with which the form of a day starts: the member's report of the day, otherwise the latest report
 * before it.
 */
export function useReportStart(date: CalendarDate, userId: string | undefined) {
  const time = useReportTime()
  const day = useQuery(dayQuery(date))
  const save = useSaveReport()
  const { deleting, remove } = useDeleteReport()
  // From a save until the panel is closed, the form must not change, although the day is refetched before the panel
  // closes.
  const sent = save.isPending || save.isSuccess ? save.variables : undefined
  const existing = deleting ?? (sent ? sent.existing : reportBy(userId, day.data ?? []))
  // If the request fails, the form starts empty (S8.24), so that the member can write at once.
  const latestRead = useQuery({ ...latestQuery, enabled: !existing })
  // A report that is added for an earlier day does not continue a later report (E2.02).
  const latest = latestRead.data && latestRead.data.report_date < date ? latestRead.data : undefined
  return {
    day,
    save,
    deleting,
    remove,
    existing,
    latest,
    beginning: useQuery(prefillQuery(date)).data,
    /** True if no initial text is being fetched. Also true offline, where no text will arrive. */
    isRead: day.fetchStatus !== 'fetching' && latestRead.fetchStatus !== 'fetching',
    version: existing?.updated_at ?? null,
    start: existing ? valuesOf(existing) : prefill(latest, time),
  }
}
