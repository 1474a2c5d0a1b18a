import { useQuery } from '@tanstack/react-query'
import { valuesOf } from '#contract/report-fields.ts'
import { prefill } from '#contract/new-report.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useReportTime } from '../../domain/report-time.ts'
import { reportBy } from './day.ts'
import { prefillQuery, dayQuery, latestQuery, useSaveReport } from './queries.ts'
import { useDeleteReport } from './use-delete-report.ts'

/**
 * Fetches what the form of a day starts from.
 * This is the member's report of the day, otherwise the latest one before it.
 */
export function useReportStart(date: CalendarDate, userId: string | undefined) {
  const time = useReportTime()
  const day = useQuery(dayQuery(date))
  const save = useSaveReport()
  const { deleting, remove } = useDeleteReport()
  // During a save, and until the panel is closed, keep the form as it was. The day is refetched before the panel
  // closes.
  const sent = save.isPending || save.isSuccess ? save.variables : undefined
  const existing = deleting ?? (sent ? sent.existing : reportBy(userId, day.data ?? []))
  // A failure leaves the form empty (S8.24), so that the member can write without waiting.
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
    /** True once no initial text is being fetched. Also true offline, where none will arrive. */
    isRead: day.fetchStatus !== 'fetching' && latestRead.fetchStatus !== 'fetching',
    version: existing?.updated_at ?? null,
    start: existing ? valuesOf(existing) : prefill(latest, time),
  }
}
