import { useQuery } from '@tanstack/react-query'
import { prefill } from '#contract/report-fields.ts'
import type { CalendarDate } from '../../lib/dates.ts'
import { useReportTime } from '../../lib/report-time.ts'
import { reportBy, wordsOf } from './day.ts'
import { beginningQuery, dayQuery, latestQuery, useSaveReport } from './queries.ts'
import { useDeleteReport } from './use-delete-report.ts'

/** Reads what the form of a day starts from: the member's report of the day, otherwise the latest one before it. */
export function useReportStart(date: CalendarDate, userId: string | undefined) {
  const time = useReportTime()
  const day = useQuery(dayQuery(date))
  const save = useSaveReport()
  const { deleting, remove } = useDeleteReport()
  // While it is sent, and until the panel is gone, the form stays what it was: the day is read again before it closes.
  const sent = save.isPending || save.isSuccess ? save.variables : undefined
  const existing = deleting ?? (sent ? sent.existing : reportBy(userId, day.data ?? []))
  // A failure leaves the form empty (S8.24): writing must not wait for it.
  const latestRead = useQuery({ ...latestQuery, enabled: !existing })
  // A missing report of long ago does not continue the newest one (E2.02).
  const latest = latestRead.data && latestRead.data.report_date < date ? latestRead.data : undefined
  return {
    day,
    save,
    deleting,
    remove,
    existing,
    latest,
    beginning: useQuery(beginningQuery(date)).data,
    /** Nothing more is being read that the form would start from. Without a network nothing more is to come. */
    isRead: day.fetchStatus !== 'fetching' && latestRead.fetchStatus !== 'fetching',
    start: existing ? wordsOf(existing) : prefill(latest, time),
  }
}
