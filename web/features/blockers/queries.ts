import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Blocker, BlockerChange } from '#contract/blockers.ts'
import { api } from '../../api/client.ts'
import { allPages } from '../../api/pages.ts'
import type { CalendarDate } from '../../dates/dates.ts'

const blockersQuery = (key: string, query: Record<string, string>) =>
  queryOptions({
    queryKey: ['blockers', key],
    meta: { isOptional: true }, // the reports are shown without the states of their blockers
    queryFn: ({ signal }) =>
      allPages(async (page) => {
        const { blockers } = await api.get<{ blockers: Blocker[] }>('/blockers', { ...query, ...page }, signal)
        return blockers
      }),
  })

/** Fetches the blockers, open or not, that the reports of the day contain. */
export const blockersOfDayQuery = (date: CalendarDate) => blockersQuery(date, { date })

/** Fetches all blockers that have not ended: first those without an owner, then the others, each from old to new. */
export const openBlockersQuery = blockersQuery('unresolved', {})

export const endedBlockersQuery = (state: 'resolved' | 'unmentioned') =>
  queryOptions({
    queryKey: ['blockers', state],
    queryFn: async ({ signal }) => {
      const { blockers } = await api.get<{ blockers: Blocker[] }>('/blockers', { state }, signal)
      return blockers
    },
  })

export type Change = { blocker: Blocker; change: BlockerChange; looks: Partial<Blocker> }

/** Changes a blocker on the screen at once. Rolls back if the server rejects the change. */
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
    onSettled: () => {
      void queries.invalidateQueries(all)
      // The report panel shows the open blockers of its author, so refetch its data as well.
      void queries.invalidateQueries({ queryKey: ['beginning'] })
    },
  })
}
