import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueImport, Source, Sync } from '#contract/backlogs.ts'
import { api } from '../../api/client.ts'

export const syncsQuery = queryOptions({
  queryKey: ['backlogs', 'syncs'],
  queryFn: async ({ signal }) => {
    const syncs = await api.get<unknown>('/backlogs/syncs', undefined, signal)
    return Array.isArray(syncs) ? (syncs as Sync[]) : []
  },
})

const lookEvery = 5_000 // milliseconds, while an import runs and no live event has arrived

/** Fetches the member's running imports, and the last import of each tracker. */
export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }) => {
    const imports = await api.get<unknown>('/backlogs/imports', undefined, signal)
    return Array.isArray(imports) ? (imports as IssueImport[]) : []
  },
  refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'going_on') ? lookEvery : false),
})

/**
 * Imports the member's issues from a tracker. The response contains the result, or says that the import is still
 * running.
 */
export function useImportIssues(source: Source) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      api.post<{ message?: string | null; state?: IssueImport['state'] }>(`/backlogs/${source}/issues/import`),
    networkMode: 'always',
    // Also refetches after a failure, because the server records failed imports.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['backlogs'] })
      await queries.invalidateQueries({ queryKey: ['imports'] })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['dashboard'] }),
  })
}
