import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keep, kept } from '../../lib/kept.ts'

/** The name of this file of the build changes with any screen: what another version kept may have another shape. */
const build = import.meta.url
const longest = 7 * 24 * 60 * 60_000 // milliseconds; older than this is no picture of a team
const every = 1_000 // milliseconds between two writes at the most

type Kept = { build: string; at: number; state: DehydratedState }

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' && value !== null && 'build' in value && value.build === build

/**
 * Keeps what was read in the browser and shows it again at the next start, until the server has answered. (TanStack's own
 * persister would bring a second, older copy of its core.)
 */
export function useKeptQueries(queries: QueryClient, userId: string | undefined) {
  useEffect(() => {
    if (userId === undefined) return
    const key = `queries:${userId}`
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const write = () => {
      timer = undefined
      const state = dehydrate(queries, { shouldDehydrateQuery: (query) => query.state.status === 'success' })
      void keep(key, { build, at: Date.now(), state } satisfies Kept)
    }
    const begin = async () => {
      const before = await kept(key)
      if (stopped) return
      if (isKept(before) && Date.now() - before.at < longest) hydrate(queries, before.state)
      return queries.getQueryCache().subscribe(({ type }) => {
        if (type === 'updated' || type === 'removed') timer ??= setTimeout(write, every)
      })
    }
    const subscription = begin()
    return () => {
      stopped = true
      clearTimeout(timer)
      void subscription.then((stop) => stop?.())
    }
  }, [queries, userId])
}
