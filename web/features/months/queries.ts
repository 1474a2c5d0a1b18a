import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Month, MonthChange, MonthMembers, Months, MonthState } from '#contract/months.ts'
import { api } from '../../api/client.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'

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

/** Reads the progress of all members with a month, for administrators. @param month YYYY-MM */
export const monthMembersQuery = (month: string) =>
  queryOptions({
    queryKey: ['months', 'members', month],
    queryFn: async ({ signal }) => (await api.get<MonthMembers>(`/months/${month}/members`, undefined, signal)).members,
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

type ChangeOfMonth = Pick<MonthChange, 'state'> & { note?: string; revision?: number }

export const changeOfMonth = (
  { month, user_id, revision }: Pick<Month, 'month' | 'user_id' | 'revision'>,
  change: ChangeOfMonth,
): Write => ({ method: 'PATCH', path: `/months/${month}`, body: { user_id, revision, ...change } })

/** What was done elsewhere meanwhile is read anew, also where it was the reason for a refusal. */
export function useChangeMonth({ month, user_id, revision }: Month) {
  const queries = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (change: ChangeOfMonth) => sendWrite<Month>(changeOfMonth({ month, user_id, revision }, change)),
    onSuccess: (changed) => queries.setQueryData(monthQuery(month, user_id).queryKey, changed),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['months'] }),
  })
}
