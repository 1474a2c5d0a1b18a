import { infiniteQueryOptions, keepPreviousData, skipToken } from '@tanstack/react-query'
import { isLongEnough, type SearchKind, type SearchResults } from '#contract/search.ts'
import { api } from '../../api/client.ts'
import type { CalendarDate } from '../../lib/dates.ts'

/** A query and its filters. An undefined filter does not limit the results. */
export type Search = {
  q: string
  kind: SearchKind | undefined
  user_id: string | undefined
  from: CalendarDate | undefined
  until: CalendarDate | undefined
}

/**
 * Fetches the results, newest first, in pages. The previous results stay until new ones are loaded.
 * A single character is not searched for.
 */
export const searchQuery = ({ q, ...filters }: Search) => {
  const asked = { q: q.trim(), ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) }
  return infiniteQueryOptions({
    queryKey: ['search', asked],
    queryFn: isLongEnough(q)
      ? ({ pageParam, signal }) =>
          api.get<SearchResults>('/search', { ...asked, ...(pageParam === null ? {} : { cursor: pageParam }) }, signal)
      : skipToken,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { passing: true },
  })
}
