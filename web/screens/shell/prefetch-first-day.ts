import { QueryClient } from '@tanstack/react-query'
import { paths } from '../../app/paths.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { membersQuery } from '../../entities/members.ts'
import { blockersOfDayQuery } from '../../features/blockers/queries.ts'
import { dayQuery } from '../../features/reports/queries.ts'
import { storedSession } from '../../features/session/stored-session.ts'
import { basePath } from '../../platform/base-path.ts'
import { dateUpTo, localDate, monthOf } from '../../dates/dates.ts'
import { pageAt } from '../../app/members-paths.ts'

/** Creates an empty query client. All times in it are in milliseconds. */
const newQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 15_000,
        gcTime: 24 * 60 * 60_000,
        // The event stream reports changes, so queries need not be refetched on focus (decision 63).
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })

let early: { queries: QueryClient; isOf: (memberId: string) => boolean } | undefined

/**
 * Prefetches the day in the URL and all data that the day waits for, while the member is still being fetched. The shell
 * needs another day if the date in the member's zone differs from the browser's.
 */
export function prefetchFirstDay() {
  if (early) return // the prefetch has already started
  const isOf = storedSession()
  const { location } = window
  const search = new URLSearchParams(location.search)
  if (!isOf || location.pathname !== basePath + paths.home || pageAt(paths.home, search) !== 'daily-report') return
  const queries = newQueries()
  const date = dateUpTo(localDate(new Date()), search.get('date'))
  void queries.prefetchQuery(dayQuery(date))
  void queries.prefetchQuery(membersQuery)
  void queries.prefetchQuery(daysOffQuery(monthOf(date)))
  void queries.prefetchQuery(blockersOfDayQuery(date))
  early = { queries, isOf }
}

/**
 * Returns the query client for a member. Each sign-in starts with an empty cache, so that no data of another member is
 * shown. If `prefetchFirstDay` ran for the same member, its client is used. Until a shell is mounted this is always the
 * same client, because React may restart an unfinished render.
 */
export const queryClientFor = (memberId: string | undefined): QueryClient =>
  early && memberId !== undefined && early.isOf(memberId) ? early.queries : newQueries()

/** Call once a shell is mounted: the next shell belongs to another sign-in and must not use this prefetch. */
export function clearFirstDayPrefetch() {
  early = undefined
}
