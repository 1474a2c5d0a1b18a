import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueImport, Source, Sync } from '#contract/backlogs.ts'
import { api } from '../../api/client.ts'

/** When each of the member's trackers was last read, and what went wrong. */
export const syncsQuery = queryOptions({
  queryKey: ['backlogs', 'syncs'],
  queryFn: async ({ signal }) => {
    const syncs = await api.get<unknown>('/backlogs/syncs', undefined, signal)
    return Array.isArray(syncs) ? (syncs as Sync[]) : []
  },
})

const lookEvery = 5_000 // milliseconds, while one goes on that nothing is heard of

/** The member's imports that go on, and the last of each tracker. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => {
    const imports = await api.get<unknown>('/backlogs/imports', undefined, signal)
    return Array.isArray(imports) ? (imports as IssueImport[]) : []
  },
  refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'going_on') ? lookEvery : false),
})

/** Reads the member's issues from a tracker now; the answer says in words what came of it, or that it goes on. */
export function useImportIssues(source: Source) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.post<{ message?: string | null; state?: IssueImport['state'] }>(`/backlogs/${source}/issues/import`),
    networkMode: 'always',
    // A failure is recorded too.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['backlogs'] })
      await queries.invalidateQueries({ queryKey: ['imports'] })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  })
}
