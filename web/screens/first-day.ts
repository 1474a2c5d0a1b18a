import { QueryClient } from '@tanstack/react-query'
import { paths } from '../app/paths.ts'
import { dayQuery } from '../features/reports/queries.ts'
import { storedSession } from '../features/session/stored-session.ts'
import { basePath } from '../lib/base-path.ts'
import { dateUpTo, localDate } from '../lib/dates.ts'
import { pageAt } from './members-paths.ts'

/** Times in milliseconds. */
const newQueries = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 15_000, gcTime: 24 * 60 * 60_000 } } })

let early: { queries: QueryClient; isOf: (memberId: string) => boolean } | undefined

/** Asked for beside who comes with a session, not after: the day of the address, which is another only where they have a zone of their own. */
export function askForFirstDay() {
  const isOf = storedSession()
  const { location } = window
  const search = new URLSearchParams(location.search)
  if (!isOf || location.pathname !== basePath + paths.home || pageAt(paths.home, search) !== 'daily-report') return
  const queries = newQueries()
  void queries.prefetchQuery(dayQuery(dateUpTo(localDate(new Date()), search.get('date'))))
  early = { queries, isOf }
}

/** What was read belongs to one sign-in: the store begins anew with each shell, with what was asked for early where it was theirs. */
export function queriesOf(memberId: string | undefined): QueryClient {
  const begun = early
  early = undefined
  return begun && memberId !== undefined && begun.isOf(memberId) ? begun.queries : newQueries()
}
