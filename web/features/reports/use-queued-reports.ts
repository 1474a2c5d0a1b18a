import { useSyncExternalStore } from 'react'
import type { DayReport } from '#contract/reports.ts'
import { reportTimeOn } from '#contract/report-time.ts'
import type { Me } from '#contract/users.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { onStored } from '../../storage/local-storage.ts'
import { displayName } from '../../domain/person.ts'
import { queuedDates, reportDrafts } from './drafts.ts'
import { unmarked } from './queries.ts'

/** The id of a report that is not on the server yet. */
export const queuedId = 'queued'

const useQueuedDates = (userId: string | undefined) =>
  useSyncExternalStore(onStored, () => userId && queuedDates(userId))

/**
 * Returns a queued draft in the shape of the future report, to be listed with the others.
 * @param own the member's report on the server
 */
export function useQueuedReport(user: Me | undefined, date: CalendarDate, own: DayReport | undefined) {
  const isQueued = useQueuedDates(user?.id)?.split(' ').includes(date)
  const draft = isQueued && user ? reportDrafts.read(reportDrafts.key(user.id, date)) : undefined
  if (!user || !draft) return undefined
  const at = new Date(draft.savedAt).toISOString()
  const report: DayReport = {
    ...unmarked,
    id: queuedId,
    user_id: user.id,
    user_name: displayName(user),
    status: 'submitted',
    report_time: reportTimeOn(user.team, date),
    created_at: at,
    updated_at: at,
    ...own,
    ...draft.words,
    report_date: date,
  }
  return report
}
