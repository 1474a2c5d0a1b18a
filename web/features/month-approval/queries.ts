import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Month, MonthChange, MonthMembers, Months, MonthState } from '#contract/months.ts'
import { api } from '../../api/client.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'

/** @param month YYYY-MM */
export const monthQuery = (month: string, userId: string) =>
  queryOptions({
    queryKey: ['months', month, userId],
    queryFn: ({ signal }) => api.get<Month>(`/months/${month}`, { user_id: userId }, signal),
  })

const pageSize = 50

/** Fetches all months in a state that the administrator may see, in pages. */
export const monthsQuery = (state: MonthState) =>
  infiniteQueryOptions({
    queryKey: ['months', 'all', state],
    queryFn: ({ pageParam: offset, signal }) => api.get<Months>('/months', { state, limit: pageSize, offset }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length * pageSize : undefined),
  })

/** @param month YYYY-MM */
export const monthMembersQuery = (month: string) =>
  queryOptions({
    queryKey: ['months', 'members', month],
    queryFn: async ({ signal }) => (await api.get<MonthMembers>(`/months/${month}/members`, undefined, signal)).members,
  })

/** Fetches the number of months that wait for the administrator's decision, and the oldest of them. */
export const waitingQuery = queryOptions({
  queryKey: ['months', 'waiting'],
  queryFn: ({ signal }) => api.get<Months>('/months', { state: 'submitted', limit: 1 }, signal),
})

export const monthsOfQuery = (userId: string) =>
  queryOptions({
    queryKey: ['months', 'of', userId],
    queryFn: async ({ signal }) => (await api.get<Months>('/months', { user_id: userId }, signal)).months,
  })

type ChangeOfMonth = Pick<MonthChange, 'state'> & { note?: string; revision?: number }

export const changeOfMonth = (
  { month, user_id, revision }: Pick<Month, 'month' | 'user_id' | 'revision'>,
  change: ChangeOfMonth,
): Write => ({ method: 'PATCH', path: `/months/${month}`, body: { user_id, revision, ...change } })

/** Changes the state of a month. Refetches even after an error, because another member may have changed the month. */
export function useChangeMonth({ month, user_id, revision }: Month) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: ChangeOfMonth) => sendWrite<Month>(changeOfMonth({ month, user_id, revision }, change)),
    onSuccess: (changed) => queries.setQueryData(monthQuery(month, user_id).queryKey, changed),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['months'] }),
  })
}
