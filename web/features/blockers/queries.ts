import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Blocker, BlockerChange } from '#contract/blockers.ts'
import { api } from '../../api/client.ts'
import { allPages } from '../../api/pages.ts'
import type { CalendarDate } from '../../lib/dates.ts'

const blockersQuery = (key: string, query: Record<string, string>) =>
  queryOptions({
    queryKey: ['blockers', key],
    queryFn: ({ signal }) =>
      allPages(async (page) => {
        const { blockers } = await api.get<{ blockers: Blocker[] }>('/blockers', { ...query, ...page }, signal)
        return blockers
      }),
  })

/** Those that the day's reports name, whatever has become of them. */
export const blockersOfDayQuery = (date: CalendarDate) => blockersQuery(date, { date })

/** All that have not ended: those without an owner first, then the oldest. */
export const unresolvedQuery = blockersQuery('unresolved', {})

/** The newest of those that have ended in one way. */
export const endedQuery = (state: 'resolved' | 'unmentioned') =>
  queryOptions({
    queryKey: ['blockers', state],
    queryFn: async ({ signal }) => {
      const { blockers } = await api.get<{ blockers: Blocker[] }>('/blockers', { state }, signal)
      return blockers
    },
  })

export type Change = { blocker: Blocker; change: BlockerChange; looks: Partial<Blocker> }

/** Shows at once what is about to be; what the server refuses is put back. */
export function useChangeBlocker() {
  const queries = useQueryClient()
  const all = { queryKey: ['blockers'] }
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ blocker, change }: Change) => api.patch<Blocker>(`/blockers/${blocker.id}`, change),
    onMutate: async ({ blocker: { id }, looks }) => {
      await queries.cancelQueries(all)
      const before = queries.getQueriesData<Blocker[]>(all)
      queries.setQueriesData<Blocker[]>(all, (blockers) =>
        blockers?.map((each) => (each.id === id ? { ...each, ...looks } : each)),
      )
      return before
    },
    onError: (_error, _change, before) => {
      for (const [key, blockers] of before ?? []) queries.setQueryData(key, blockers)
    },
    onSettled: () => void queries.invalidateQueries(all),
  })
}
