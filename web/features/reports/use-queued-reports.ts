import type { DayReport } from '#contract/reports.ts'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Me } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { useWaiting } from '../../api/use-outbox.ts'
import { displayName } from '../../domain/person.ts'
import { readValues } from './day.ts'
import { unmarked } from './queries.ts'
import { type QueuedReport, reportsToSend, versionOfQueued } from './queued.ts'

/** The id of a queued report in the list of the day's reports. */
export const queuedId = 'queued'

/** Returns the queued report of a day. */
export function useQueued(userId: string | undefined, date: CalendarDate): QueuedReport | undefined {
  const queued = useWaiting(reportsToSend, userId).findLast((report) => report.date === date)
  return queued && { ...queued, words: readValues(queued.words) ?? queued.words }
}

/**
 * Returns the queued report in the form of a report from the server, so that the day can list it with the others.
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
