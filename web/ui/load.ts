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
  /** The reason why the shown data may be out of date. */
  stale: 'offline' | 'error' | undefined
  isReading: boolean
  /** The error, if some of the data failed to load. */
  cause: unknown
  retry: () => void
}

export const useLoad = <T>(query: Query<T>) => useLoads(query.data, query)

/**
 * Combines several queries.
 * @param data undefined until there is something to show
 */
export function useLoads<T>(data: T | undefined, ...queries: Query<unknown>[]): Load<T> {
  const isOffline = !useOnline()
  // Placeholder data would never be replaced while offline.
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
 * Returns whether all queries have an answer or have failed. Parts of a page wait for that and appear together. Otherwise
 * the answer of one part would move the parts below it, perhaps while somebody presses a button there.
 * Stays true while the queries are refetched.
 * @param key identifies what the queries are about; a new key waits again
 */
export function useAreAnswered(queries: readonly { isLoading: boolean }[], key = ''): boolean {
  const [answered, setAnswered] = useState<string>()
  const areAnswered = answered === key || queries.every(({ isLoading }) => !isLoading)
  if (areAnswered && answered !== key) setAnswered(key)
  return areAnswered
}

/** Returns the load as pending until `isShown`. */
export const pendingUntil = <T>(isShown: boolean, load: Load<T>): Load<T> =>
  isShown || load.status === 'offline'
    ? load
    : { ...load, data: undefined, status: 'pending', stale: undefined, isReading: true }
