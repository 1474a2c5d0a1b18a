import { infiniteQueryOptions, keepPreviousData, skipToken } from '@tanstack/react-query'
import { isLongEnough, type SearchKind, type SearchResults } from '#contract/search.ts'
import { api } from '../../api/client.ts'
import type { CalendarDate } from '../../dates/dates.ts'

/** A query and its filters. An undefined filter does not limit the results. */
export type Search = {
  q: string
  kind: SearchKind | undefined
  user_id: string | undefined
  from: CalendarDate | undefined
  until: CalendarDate | undefined
}

/**
 * Fetches the results, newest first, in pages. The previous results stay on the screen until new ones are loaded.
 * Sends no request for a query of a single character.
 */
export const searchQuery = ({ q, ...filters }: Search) => {
  const parameters = { q: q.trim(), ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) }
  return infiniteQueryOptions({
    queryKey: ['search', parameters],
    queryFn: isLongEnough(q) ? ({ pageParam, signal }) => fetchPage(parameters, pageParam, signal) : skipToken,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { passing: true },
  })
}

/** Fetches pages until one has results. If texts are long, the server ends a page early, even without results. */
async function fetchPage(
  parameters: Record<string, string>,
  cursor: string | null,
  signal: AbortSignal,
): Promise<SearchResults> {
  let from = cursor
  for (;;) {
    const page = await api.get<SearchResults>(
      '/search',
      { ...parameters, ...(from === null ? {} : { cursor: from }) },
      signal,
    )
    if (page.results.length > 0 || page.next === null) return page
    from = page.next
  }
}
