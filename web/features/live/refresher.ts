import type { Query, QueryClient } from '@tanstack/react-query'
import type { ChangeKind } from '#contract/event-names.ts'
import { ownWrites } from '../../api/own-changes.ts'
import type { News } from './queries.ts'

/** The first part, or the first two, of the keys of what each kind of change concerns. */
const concerned: Record<ChangeKind, readonly string[]> = {
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
  blocker: ['blockers', 'week'],
  import: ['imports'],
  month: ['months'],
}

/** Changes that come together are read together, and not by every open screen in the same instant. */
const gathering = { least: 50, spread: 250 } // milliseconds

/** Returns a number from 0 to 1, so that many browsers do not ask in the same instant. */
export const chance = () => crypto.getRandomValues(new Uint8Array(1))[0]! / 255

/** Returns from when on a read has a change of this page that is heard now: since its write was answered, or since now. */
function madeAt(): number {
  const { isWriting, answeredAt } = ownWrites()
  return isWriting || answeredAt === undefined ? performance.now() : answeredAt
}

/**
 * Reads again what news concern: what is shown at once, everything else when it is shown. What has been read since a change
 * is not read again, so that a save of this page is read once (decision 63).
 */
export function refresher(queries: QueryClient) {
  const begun = new WeakMap<Query, number>()
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch') begun.set(event.query, performance.now())
  })
  /** Keyed by the first parts of a query key: the time from which on a read has the change. */
  const changed = new Map<string, number>()
  /** The same of changes of this page. */
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
    // The answer to the write may have it read again.
    if (ownWrites().isWriting && own.size > 0) return wait()
    void queries.invalidateQueries({ predicate: isOld })
    gapAt = undefined
    changed.clear()
    own.clear()
  }
  const wait = () => {
    timer ??= setTimeout(refresh, gathering.least + chance() * gathering.spread)
  }
  return {
    onNews: (news: News) => {
      if (news.kind === 'gap') gapAt = performance.now()
      else
        for (const key of concerned[news.kind])
          (news.own ? own : changed).set(key, news.own ? madeAt() : performance.now())
      wait()
    },
    /** Reads again what could not be read while nobody answered. */
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
