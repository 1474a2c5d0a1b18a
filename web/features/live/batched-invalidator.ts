import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeKind } from '#contract/event-names.ts'
import { ownWrites } from '../../api/own-changes.ts'
import type { LiveEvent } from './queries.ts'

/** The first one or two parts of the query keys that each kind of change affects. */
const queryKeysByChange: Record<ChangeKind, readonly string[]> = {
  report: ['reports', 'blockers', 'monthly-reports', 'dashboard', 'activity', 'week', 'months'],
  insight: ['insights', 'dashboard', 'activity', 'week'],
  like: ['insights'],
  member: ['members', 'reports', 'dashboard', 'activity', 'insights'],
  invitation: ['invitations'],
  calendar: ['calendar', 'dashboard', 'week'],
  read: ['reports day'],
  comment: ['reports day', 'insights', 'comments', 'mentions'],
  reaction: ['reports day', 'reactions'],
  mention: ['mentions'],
  draft: ['beginning'],
  blocker: ['blockers', 'beginning', 'week'],
  import: ['imports'],
  month: ['months'],
}

/**
 * Events within a short time cause one refetch. A random delay keeps many browsers from refetching at the same time.
 */
const gathering = { least: 50, spread: 250 } // milliseconds

/** Returns a random number from 0 to 1 for delays. */
export const randomFraction = () => crypto.getRandomValues(new Uint8Array(1))[0]! / 255

/**
 * Returns the time from which a fetch includes a change that this page made. That is the time of the response to its
 * last write, or now if a write has no response yet.
 */
function madeAt(): number {
  const { isWriting, answeredAt } = ownWrites()
  return isWriting || answeredAt === undefined ? performance.now() : answeredAt
}

/**
 * Refetches the queries that events affect: active ones after a short delay, others when they are shown.
 * Skips queries that were fetched after the change, so that this page's own save causes one refetch (decision 63).
 */
export function createBatchedInvalidator(queries: QueryClient) {
  const begun = new WeakMap<Query, number>()
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') begun.set(event.query, performance.now())
  })
  /** The time from which a fetch includes the latest change by others, by the first parts of the query key. */
  const changed = new Map<string, number>()
  /** The time from which a fetch includes the latest change by this page, by the first parts of the query key. */
  const own = new Map<string, number>()
  let gapAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const isOld = (query: Query) => {
    const readAt = begun.get(query) ?? -Infinity
    if (gapAt !== undefined && readAt < gapAt) return true
    return [1, 2].some((parts) => {
      const key = query.queryKey.slice(0, parts).join(' ')
      return [changed, own].some((news) => readAt < (news.get(key) ?? -Infinity))
    })
  }
  const refresh = () => {
    timer = undefined
    // The code that sent the write may refetch on its own after the response, so wait for the response.
    if (ownWrites().isWriting && own.size > 0) return wait()
    void queries.invalidateQueries({ predicate: isOld })
    gapAt = undefined
    changed.clear()
    own.clear()
  }
  const wait = () => {
    timer ??= setTimeout(refresh, gathering.least + randomFraction() * gathering.spread)
  }
  return {
    onNews: (news: LiveEvent) => {
      if (news.kind === 'gap') gapAt = performance.now()
      else
        for (const key of queryKeysByChange[news.kind])
          (news.own ? own : changed).set(key, news.own ? madeAt() : performance.now())
      wait()
    },
    /** Refetches the queries that failed while the server was unreachable. */
    retryFailed: () =>
      void queries.invalidateQueries({
        predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
      }),
    stop: () => {
      unsubscribe()
      clearTimeout(timer)
    },
  }
}
