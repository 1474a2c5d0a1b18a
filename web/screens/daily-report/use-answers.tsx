import { type ReactNode, Suspense, useCallback } from 'react'
import type { DayReport } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { useDrafted } from '../../features/comments/use-drafted.ts'
import { reportRowIdPrefix } from '../../features/reports/report-row.tsx'
import { queuedId } from '../../features/reports/use-queued-reports.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { useThreads } from '../shared/use-threads.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

// Loaded when the browser is idle, so that the day does not wait for this code.
const ReportFoot = lazyPart(
  async () => ({ default: (await import('../../features/comments/report-foot.tsx')).ReportFoot }),
  whenIdle,
)
const DayThread = lazyPart(() => import('./day-thread.tsx'))

/**
 * Renders the reactions and comments of the day's reports. Renders none for a queued report, because the server does
 * not know it yet. The number of readers waits for the reactions, because it comes after them and would move.
 */
export function useAnswers(user: Me | undefined, members: readonly User[]) {
  const { place, toggle, reply } = useThreads(reportRowIdPrefix)
  const userId = user?.id
  const drafted = useDrafted(userId)
  return {
    foot: useCallback(
      (report: DayReport, isOpen: boolean, readers: ReactNode) =>
        userId &&
        report.id !== queuedId && (
          <Suspense>
            <ReportFoot
              report={report}
              userId={userId}
              isOpen={isOpen}
              hasDraft={drafted.has(report.id)}
              onToggle={() => toggle(report.id)}
              onReply={() => reply(report.id)}
            />
            {readers}
          </Suspense>
        ),
      [userId, drafted, toggle, reply],
    ),
    below: (report: DayReport) =>
      user && report.id !== queuedId && place(report.id, <DayThread report={report} user={user} members={members} />),
  }
}
