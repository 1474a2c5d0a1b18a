import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { blockersOfDayQuery } from '../../features/blockers/queries.ts'
import { namesBlocker } from '#contract/no-blocker.ts'
import { BlockerStatusPlaceholder, type BlockerStatuses } from '../../features/reports/report-blockers.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const BlockerStatus = lazyPart(() => import('../shared/blocker-status.tsx'))

/**
 * Renders the status of the blockers in the day's reports. If it cannot be loaded, the blockers are shown as written.
 */
export function useBlockerStatuses(
  date: CalendarDate,
  {
    reports,
    members,
    user,
  }: { reports: readonly Report[]; members: readonly User[] | undefined; user: Me | undefined },
): BlockerStatuses {
  const areNamed = reports.some(namesBlocker)
  const { data, isError } = useQuery({ ...blockersOfDayQuery(date), enabled: areNamed })
  return useMemo(
    () => ({
      known: data ?? (isError || !areNamed ? [] : undefined),
      show: (life, { inMeeting = false } = {}) =>
        user && (
          <Suspense fallback={<BlockerStatusPlaceholder />}>
            <BlockerStatus blocker={life} user={user} members={members ?? []} inMeeting={inMeeting} />
          </Suspense>
        ),
    }),
    [data, isError, areNamed, user, members],
  )
}
