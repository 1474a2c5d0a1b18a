import type { Query, QueryClient } from '@tanstack/react-query'
import { isTransient } from '../../api/errors.ts'

const pauses = { first: 2_000, longest: 60_000 } // milliseconds before another attempt

/**
 * Repeats refetches that failed for a temporary reason, after growing pauses, while the page uses their data. Otherwise
 * the page would go on showing the old data. If a query has `meta.isOptional`, repeats its first fetch as well, because
 * the page does not show that this fetch has failed.
 * @returns a function that stops the repetition
 */
export function retryFailedRefetches(queries: QueryClient): () => void {
  const waiting = new Map<Query, { pause: number; timer: ReturnType<typeof setTimeout> }>()
  const forget = (query: Query) => {
    clearTimeout(waiting.get(query)?.timer)
    waiting.delete(query)
  }
  const wait = (query: Query) => {
    const before = waiting.get(query)
    clearTimeout(before?.timer)
    const pause = before ? Math.min(before.pause * 2, pauses.longest) : pauses.first
    const again = () => void queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
    waiting.set(query, { pause, timer: setTimeout(again, pause) })
  }
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'removed') return forget(event.query)
    if (event.type !== 'updated') return
    const { action, query } = event
    if (action.type === 'success') return forget(query)
    if (action.type !== 'error' || !isTransient(action.error)) return
    if (query.state.data !== undefined || query.meta?.['isOptional']) wait(query)
  })
  return () => {
    unsubscribe()
    for (const query of waiting.keys()) forget(query)
  }
}
