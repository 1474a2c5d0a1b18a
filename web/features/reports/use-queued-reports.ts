import type { DayReport } from '#contract/reports.ts'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Me } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { displayName } from '../../domain/person.ts'
import { readValues } from './day.ts'
import { unmarked } from './queries.ts'
import { type QueuedReport, reportsToSend, versionOfQueued } from './queued.ts'

/** The id of a report that is not on the server yet. */
export const queuedId = 'queued'

/** Returns the report of a day that waits to be sent. */
export function useQueued(userId: string | undefined, date: CalendarDate): QueuedReport | undefined {
  const queued = useWaiting(reportsToSend, userId).findLast((report) => report.date === date)
  return queued && { ...queued, words: readValues(queued.words) ?? queued.words }
}

/**
 * Returns a queued report in the shape of the future report, to be listed with the others.
 * @param own the member's report on the server
 */
export function useQueuedReport(user: Me | undefined, date: CalendarDate, own: DayReport | undefined) {
  const queued = useQueued(user?.id, date)
  if (!user || !queued) return undefined
  const at = versionOfQueued(queued)
  const report: DayReport = {
    ...unmarked,
    id: queuedId,
    user_id: user.id,
    user_name: displayName(user),
    status: 'submitted',
    report_time: reportTimeOn(user.team, date),
    created_at: at,
    ...own,
    ...queued.words,
    updated_at: at,
    report_date: date,
  }
  return report
}
