import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Month, MonthChange, Months, MonthState } from '#contract/months.ts'
import { api } from '../../api/client.ts'

/** What a member's month stands at, with its reports. @param month YYYY-MM */
export const monthQuery = (month: string, userId: string) =>
  queryOptions({
    queryKey: ['months', month, userId],
    queryFn: ({ signal }) => api.get<Month>(`/months/${month}`, { user_id: userId }, signal),
  })

const pageSize = 50

/** Those that I may decide on as an administrator, or have been decided on, page by page. */
export const monthsQuery = (state: MonthState) =>
  infiniteQueryOptions({
    queryKey: ['months', 'all', state],
    queryFn: ({ pageParam: offset, signal }) => api.get<Months>('/months', { state, limit: pageSize, offset }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length * pageSize : undefined),
  })

/** How many wait for me, and the one that has waited for the longest. */
export const waitingQuery = queryOptions({
  queryKey: ['months', 'waiting'],
  queryFn: ({ signal }) => api.get<Months>('/months', { state: 'submitted', limit: 1 }, signal),
})

/** A member's, newest first. */
export const monthsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: ['months', 'of', userId],
    queryFn: async ({ signal }) => (await api.get<Months>('/months', { user_id: userId }, signal)).months,
  })

/** What was done elsewhere meanwhile is read anew, also where it was the reason for a refusal. */
export function useChangeMonth({ month, user_id, revision }: Month) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: Pick<MonthChange, 'state'> & { note?: string }) =>
      api.patch<Month>(`/months/${month}`, { user_id, revision, ...change }),
    onSuccess: (changed) => queries.setQueryData(monthQuery(month, user_id).queryKey, changed),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['months'] }),
  })
}
