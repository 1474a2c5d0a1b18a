import { dehydrate, type DehydratedState, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hasSession } from '../../api/has-session.ts'
import { readCache, writeCache } from '../../lib/offline-cache.ts'

/** The name of this file of the build changes with any screen: what another version cached may have another shape. */
const build = import.meta.url
const longest = 7 * 24 * 60 * 60_000 // milliseconds; older than this is no picture of a team
const every = 1_000 // milliseconds between two writes at the most

/** Copying a month of days takes longer than a frame: nobody who presses a key waits for it. Safari cannot tell when it has time. */
const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else work()
}

type Cached = { build: string; at: number; state: DehydratedState }

const isCached = (value: unknown): value is Cached =>
  typeof value === 'object' && value !== null && 'build' in value && value.build === build

/** Marks what an earlier visit has read to be read again: no event says what changed since then. */
const outdated = ({ queries, mutations }: DehydratedState): DehydratedState => ({
  mutations,
  queries: queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } })),
})

/** What says `meta: { passing: true }` of itself is of this visit alone. */
const isKept = ({ state, meta }: Query) => state.status === 'success' && !meta?.['passing']

/**
 * Keeps what was read in this browser and shows it again at the next start, until the server has answered. (TanStack's own
 * persister would bring a second, older copy of its core.)
 * @returns whether what was kept is there by now
 */
export function useCachedQueries(queries: QueryClient, userId: string | undefined): boolean {
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (userId === undefined) return
    const key = `queries:${userId}`
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const write = () => {
      timer = undefined
      if (stopped || !hasSession()) return
      const state = dehydrate(queries, { shouldDehydrateQuery: isKept })
      void writeCache(key, { build, at: Date.now(), state } satisfies Cached)
    }
    const start = async () => {
      const cached = await readCache(key)
      if (stopped) return
      if (isCached(cached) && Date.now() - cached.at < longest) hydrate(queries, outdated(cached.state))
      setRead(true)
      return queries.getQueryCache().subscribe(({ type }) => {
        if (type === 'updated' || type === 'removed') timer ??= setTimeout(() => whenIdle(write), every)
      })
    }
    const subscription = start()
    return () => {
      stopped = true
      clearTimeout(timer)
      void subscription.then((stop) => stop?.())
    }
  }, [queries, userId])
  return isRead
}
