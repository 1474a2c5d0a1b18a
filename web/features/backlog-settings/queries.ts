import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Source, Sync } from '#contract/backlogs.ts'
import { api } from '../../api/client.ts'

/** When each of the member's trackers was last read, and what went wrong. */
export const syncsQuery = queryOptions({
  queryKey: ['backlogs', 'syncs'],
  queryFn: async ({ signal }) => {
    const syncs = await api.get<unknown>('/backlogs/syncs', undefined, signal)
    return Array.isArray(syncs) ? (syncs as Sync[]) : []
  },
})

/** Reads the member's issues from a tracker now; the answer may say in words what came of it. */
export function useImportIssues(source: Source) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<{ message?: string }>(`/backlogs/${source}/issues/import`),
    networkMode: 'always',
    // A failure is recorded too.
    onSettled: () => queries.invalidateQueries({ queryKey: ['backlogs'] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  })
}
