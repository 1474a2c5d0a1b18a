import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ExportQuery } from '#contract/export.ts'
import type { ImportColumn, ImportedReports, ReportImport, ReportImportQuery } from '#contract/import.ts'
import { api } from '../../api/client.ts'
import { useFinishedJobs } from '../../hooks/use-finished-jobs.ts'
import { type Load, useLoad } from '../../ui/load.ts'

/** Downloads the team's texts as a file. An export may take longer than other requests. */
export const useTeamExport = () =>
  useMutation({
    mutationFn: async (wanted: ExportQuery) =>
      new Response(await api.open(`/export?${parametersOf(wanted)}`, new AbortController().signal)).blob(),
    networkMode: 'always',
    gcTime: 0,
  })

/** The id of the chosen member, by unknown author. Null leaves the reports of the author out (E4.16). */
export type ChosenAuthors = Readonly<Record<string, string | null>>

/** A file and the choices for it. The value for a column is `#` and the column's number, or `#0` for no column. */
export type ImportTable = {
  file: File
  columns: Partial<Record<ImportColumn, string>>
  dateOrder?: Exclude<ReportImportQuery['date_order'], ''>
  existing?: 'keep' | 'replace'
  authors?: ChosenAuthors
}

/**
 * Imports a file, or with `dryRun` previews the effect. Also returns `isDone`: whether the import was finished when the
 * server responded.
 */
export function useReportImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, columns, dateOrder, existing, authors, dryRun }: ImportTable & { dryRun: boolean }) =>
      api.begin<ImportedReports>(
        `/import?${parametersOf({ ...columns, date_order: dateOrder, existing, authors: authors && JSON.stringify(authors), preview: dryRun ? 'true' : 'false' })}`,
        new Blob([file], { type: 'text/csv' }),
      ),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: (_, { dryRun }) => !dryRun && queries.invalidateQueries(),
    // After a timeout, the import may still be running.
    onError: () => queries.invalidateQueries({ queryKey: recentKey }),
  })
}

const recentKey = ['report-imports']
const lookEvery = 1_000 // milliseconds, while an import is running

const recentQuery = queryOptions({
  queryKey: recentKey,
  queryFn: async ({ signal }) => {
    const imports = await api.get<unknown>('/import', undefined, signal)
    return Array.isArray(imports) ? (imports as ReportImport[]) : []
  },
  refetchInterval: (query) => (query.state.data?.some(({ state }) => state === 'going_on') ? lookEvery : false),
})

/** Fetches the imports that can be undone, newest first. When a running import ends, refetches all other queries. */
export function useRecentImports(): Load<ReportImport[]> {
  const queries = useQueryClient()
  const load = useLoad(useQuery(recentQuery))
  useFinishedJobs(
    load.data,
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== recentKey[0] }),
  )
  return load
}

/** Returns the state of an import that was still running when the server responded. */
export function useLateImport(id: string | undefined): 'going_on' | 'done' | 'failed' | undefined {
  const state = useQuery(recentQuery).data?.find((one) => one.id === id)?.state
  if (id === undefined) return undefined
  if (state === 'stopped') return 'failed'
  return state === 'undone' ? 'done' : (state ?? 'going_on')
}

export function useUndoImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete<ReportImport>(`/import/${id}`),
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries(),
  })
}

const parametersOf = (wanted: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(wanted).filter((entry): entry is [string, string] => Boolean(entry[1])))
