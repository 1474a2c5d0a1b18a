import { lazy, Suspense, useCallback } from 'react'
import type { DayReport } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { rowIdPrefix } from '../features/reports/report-row.tsx'
import { queuedId } from '../features/reports/use-queued-reports.ts'
import { whenIdle } from '../lib/when-idle.ts'
import { useThreads } from './use-threads.tsx'

// The day is read without them: it does not wait, and where they cannot be loaded, it goes without.
const DayFoot = lazy(() => whenIdle().then(() => import('./day-foot.tsx').catch(() => ({ default: () => null }))))
const DayThread = lazy(() => import('./day-thread.tsx').catch(() => ({ default: () => null })))

/**
 * Draws the signs and comments of the day's reports. Draws none for a report that is not sent yet: the server would
 * refuse them.
 */
export function useAnswers(user: Me | undefined, members: readonly User[]) {
  const { place, toggle } = useThreads(rowIdPrefix)
  const userId = user?.id
  return {
    foot: useCallback(
      (report: DayReport, isOpen: boolean) =>
        userId &&
        report.id !== queuedId && (
          <Suspense>
            <DayFoot report={report} userId={userId} isOpen={isOpen} onToggle={() => toggle(report.id)} />
          </Suspense>
        ),
      [userId, toggle],
    ),
    below: (report: DayReport) =>
      user && report.id !== queuedId && place(report.id, <DayThread report={report} user={user} members={members} />),
  }
}
