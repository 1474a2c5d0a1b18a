import { dehydrate, type DehydratedState, hydrate, type Query, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hasSession } from '../../api/has-session.ts'
import { readCache, writeCache } from '../../storage/offline-cache.ts'

/**
 * Identifies the build, because the build gives this file a new name with each change of a screen. Data that another
 * build has cached may have another shape.
 */
const build = import.meta.url
const longest = 7 * 24 * 60 * 60_000 // milliseconds; older data would show an outdated team
const every = 1_000 // the shortest time between two writes, in milliseconds

/**
 * Runs the work when the browser is idle, because copying a month of days takes longer than a frame.
 * Safari has no `requestIdleCallback`.
 */
const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(work)
  else work()
}

type Cached = { build: string; at: number; state: DehydratedState }

const isCached = (value: unknown): value is Cached =>
  typeof value === 'object' && value !== null && 'build' in value && value.build === build

/** Marks restored data as stale, because the page has received no events about changes since the earlier visit. */
const outdated = ({ queries, mutations }: DehydratedState): DehydratedState => ({
  mutations,
  queries: queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } })),
})

/** Excludes queries with `meta: { passing: true }`, which must not outlive this visit. */
const isCacheable = ({ state, meta }: Query) => state.status === 'success' && !meta?.['passing']

/**
 * Caches fetched data in this browser and shows it at the next start until the server has responded. Does not
 * use TanStack's own persister, which would add a second, older copy of TanStack's core to the page.
 * @returns whether the cache has been read
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
      const state = dehydrate(queries, { shouldDehydrateQuery: isCacheable })
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
