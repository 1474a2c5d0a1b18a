import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { blockersOfDayQuery } from '../../features/blockers/queries.ts'
import { namesBlocker } from '#contract/no-blocker.ts'
import { BlockerStatusPlaceholder, type BlockerStatuses } from '../../features/reports/report-blockers.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { useDelayedTrue } from '../../hooks/use-delayed-true.ts'
import { untilLoaded } from '../../ui/lazy-part.ts'
import { lazyScreen } from '../../ui/lazy-screen.tsx'

// If the code cannot be loaded, the blockers are shown without status lines.
const { Screen: BlockerStatus, load } = lazyScreen(() => untilLoaded(() => import('../shared/blocker-status.tsx')))

const longestWaitMs = 3_000

/**
 * Renders the status lines of the blockers in the day's reports.
 * `isLoading`: whether the reports must wait, because status lines that appear later would move them.
 */
export function useBlockerStatuses(
  date: CalendarDate,
  {
    reports,
    members,
    user,
  }: { reports: readonly Report[]; members: readonly User[] | undefined; user: Me | undefined },
): BlockerStatuses & { isLoading: boolean } {
  const areNamed = reports.some(namesBlocker)
  const { data, isError, isLoading } = useQuery({ ...blockersOfDayQuery(date), enabled: areNamed })
  const isCodeAwaited = useIsCodeAwaited(areNamed)
  return useMemo(
    () => ({
      isLoading: isLoading || isCodeAwaited,
      known: data ?? (isError || !areNamed ? [] : undefined),
      show: (life, { inMeeting = false } = {}) =>
        user && (
          <BlockerStatus
            blocker={life}
            user={user}
            members={members ?? []}
            inMeeting={inMeeting}
            waiting={<BlockerStatusPlaceholder />}
          />
        ),
    }),
    [data, isError, isLoading, isCodeAwaited, areNamed, user, members],
  )
}

/** Loads the code of the status lines if it is needed. Returns whether the reports must wait for it. */
function useIsCodeAwaited(isNeeded: boolean) {
  const [isLoaded, setIsLoaded] = useState(false)
  useEffect(() => {
    if (isNeeded) void load().then(() => setIsLoaded(true))
  }, [isNeeded])
  const isAwaited = isNeeded && !isLoaded
  const isLate = useDelayedTrue(isAwaited, longestWaitMs)
  return isAwaited && !isLate
}
