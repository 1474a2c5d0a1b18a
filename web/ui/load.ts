import { useOnline } from '../lib/online.ts'

/** What is asked of a query; TanStack's results have it. */
type Query<T> = {
  data: T | undefined
  isError: boolean
  error?: unknown
  isPlaceholderData: boolean
  refetch: () => unknown
}

/** How something that is read from the server stands. */
export type Load<T> = {
  data: T | undefined
  stands: 'pending' | 'offline' | 'failed' | 'loaded'
  /** Why what is shown may be old. */
  stale: 'offline' | 'error' | undefined
  /** Some of it is on its way, whatever is shown meanwhile. */
  isReading: boolean
  /** What was thrown where some of it failed. */
  cause: unknown
  retry: () => void
}

export const useLoad = <T>(query: Query<T>) => useLoads(query.data, query)

/** Several queries as one. @param data undefined as long as there is nothing to show of them */
export function useLoads<T>(data: T | undefined, ...queries: Query<unknown>[]): Load<T> {
  const isOffline = !useOnline()
  // Offline the words that stand in for others would stay for good.
  const shown = isOffline && queries.some(({ isPlaceholderData }) => isPlaceholderData) ? undefined : data
  const isPending = queries.some((query) => query.data === undefined && !query.isError)
  return {
    data: shown,
    stands: shown !== undefined ? 'loaded' : isOffline ? 'offline' : isPending ? 'pending' : 'failed',
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
