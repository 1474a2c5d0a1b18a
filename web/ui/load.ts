import { useState } from 'react'
import { useOnline } from '../platform/online.ts'

/** The part of a TanStack query result that we use. */
type Query<T> = {
  data: T | undefined
  isError: boolean
  error?: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

export type Load<T> = {
  data: T | undefined
  status: 'pending' | 'offline' | 'failed' | 'loaded'
  /** The reason for which the data on the screen may be out of date. */
  stale: 'offline' | 'error' | undefined
  isReading: boolean
  /** The error, if at least one query has failed. */
  cause: unknown
  retry: () => void
}

export const useLoad = <T>(query: Query<T>) => useLoads(query.data, query)

/**
 * Combines several queries.
 * @param data the combined data; undefined until there is something to show
 */
export function useLoads<T>(data: T | undefined, ...queries: Query<unknown>[]): Load<T> {
  const isOffline = !useOnline()
  // While offline, placeholder data would never be replaced, so it does not count as data.
  const shown = isOffline && queries.some(({ isPlaceholderData }) => isPlaceholderData) ? undefined : data
  const isPending = queries.some((query) => query.data === undefined && !query.isError)
  return {
    data: shown,
    status: shown !== undefined ? 'loaded' : isOffline ? 'offline' : isPending ? 'pending' : 'failed',
    stale:
      shown === undefined
        ? undefined
        : isOffline
          ? 'offline'
          : queries.some((query) => query.data !== undefined && query.isError)
            ? 'error'
            : undefined,
    isReading: !isOffline && (isPending || queries.some(({ isPlaceholderData }) => isPlaceholderData)),
    cause: queries.find(({ error }) => error)?.error,
    retry: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

/**
 * Returns whether each query has succeeded or failed. Until then, the parts of a page wait, so that they appear
 * together. Otherwise a part that appears late would move the parts below it, perhaps while a user presses a button
 * there. Stays true while the queries are refetched.
 * @param key identifies the subject of the queries; for a new key, the parts wait again
 */
export function useAreAnswered(queries: readonly { isLoading: boolean }[], key = ''): boolean {
  const [answered, setAnswered] = useState<string>()
  const areAnswered = answered === key || queries.every(({ isLoading }) => !isLoading)
  if (areAnswered && answered !== key) setAnswered(key)
  return areAnswered
}

/** Returns the load. As long as `isShown` is false, the load is pending, unless it is offline. */
export const pendingUntil = <T>(isShown: boolean, load: Load<T>): Load<T> =>
  isShown || load.status === 'offline'
    ? load
    : { ...load, data: undefined, status: 'pending', stale: undefined, isReading: true }
