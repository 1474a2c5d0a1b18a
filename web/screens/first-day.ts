import { QueryClient } from '@tanstack/react-query'
import { paths } from '../app/paths.ts'
import { daysOffQuery } from '../features/calendar/queries.ts'
import { membersQuery } from '../features/members/queries.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { storedSession } from '../features/session/stored-session.ts'
import { basePath } from '../lib/base-path.ts'
import { dateUpTo, localDate, monthOf } from '../lib/dates.ts'
import { pageAt } from './members-paths.ts'

/** Times in milliseconds. */
const newQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: 15_000,
        gcTime: 24 * 60 * 60_000,
        // The stream of events says what has changed (decision 63).
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })

let early: { queries: QueryClient; isOf: (memberId: string) => boolean } | undefined

/** Asks for the day of the address, and for its people, beside the session. The day is another if the member's zone has another date than the browser's. */
export function askForFirstDay() {
  if (early) return // the shell is loaded ahead, and again where it is shown before that is done
  const isOf = storedSession()
  const { location } = window
  const search = new URLSearchParams(location.search)
  if (!isOf || location.pathname !== basePath + paths.home || pageAt(paths.home, search) !== 'daily-report') return
  const queries = newQueries()
  const date = dateUpTo(localDate(new Date()), search.get('date'))
  void queries.prefetchQuery(dayQuery(date))
  void queries.prefetchQuery(membersQuery)
  void queries.prefetchQuery(daysOffQuery(monthOf(date)))
  early = { queries, isOf }
}

/**
 * What was read belongs to one sign-in: the store begins anew with each shell, with what was asked for early where it was theirs.
 * The same each time until a shell stands: React may draw one anew that it has not finished.
 */
export const queriesOf = (memberId: string | undefined): QueryClient =>
  early && memberId !== undefined && early.isOf(memberId) ? early.queries : newQueries()

/** The next shell is of another sign-in. */
export function forgetFirstDay() {
  early = undefined
}
