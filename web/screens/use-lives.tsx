import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import type { Report } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { blockersOfDayQuery } from '../features/blockers/queries.ts'
import { namesBlocker } from '#contract/no-blocker.ts'
import { LifePlace, type Lives } from '../features/reports/report-blockers.tsx'
import type { CalendarDate } from '../lib/dates.ts'

// The day is read without it: where it cannot be loaded, it goes without.
const BlockerLife = lazy(() => import('./blocker-life.tsx').catch(() => ({ default: () => null })))

/** What has become of the blockers that the day's reports name. Where that cannot be read, they stand as they were written. */
export function useLives(
  date: CalendarDate,
  {
    reports,
    members,
    user,
  }: { reports: readonly Report[]; members: readonly User[] | undefined; user: Me | undefined },
): Lives {
  const { data, isError } = useQuery({ ...blockersOfDayQuery(date), enabled: reports.some(namesBlocker) })
  return useMemo(
    () => ({
      known: data ?? (isError ? [] : undefined),
      show: (life) =>
        user && (
          <Suspense fallback={<LifePlace />}>
            <BlockerLife blocker={life} user={user} members={members ?? []} />
          </Suspense>
        ),
    }),
    [data, isError, user, members],
  )
}
