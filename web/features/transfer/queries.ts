import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ExportQuery } from '#contract/export.ts'
import type { ImportColumn, ImportedReports, ReportImport, ReportImportQuery } from '#contract/import.ts'
import { api } from '../../api/client.ts'
import { useEnded } from '../../lib/use-ended.ts'
import { type Load, useLoad } from '../../ui/load.ts'

/** What the team has written, as a file; it may take longer than other calls. */
export const useTeamExport = () =>
  useMutation({
    mutationFn: async (wanted: ExportQuery) =>
      new Response(await api.open(`/export?${parametersOf(wanted)}`, new AbortController().signal)).blob(),
    networkMode: 'always',
    gcTime: 0,
  })

/** The member for each name that is no member's, by id; null leaves the reports out (E4.16). */
export type ChosenAuthors = Readonly<Record<string, string | null>>

/** A file, and what the person chose for it: a column as `#` and its number, `#0` for none. */
export type Table = {
  file: File
  columns: Partial<Record<ImportColumn, string>>
  dateOrder?: Exclude<ReportImportQuery['date_order'], ''>
  existing?: 'keep' | 'replace'
  authors?: ChosenAuthors
}

/** Asks what a file would do, or with `filed` imports it. `isDone`: the import does not go on after the answer. */
export function useReportImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, columns, dateOrder, existing, authors, filed }: Table & { filed: boolean }) =>
      api.begin<ImportedReports>(
        `/import?${parametersOf({ ...columns, date_order: dateOrder, existing, authors: authors && JSON.stringify(authors), preview: filed ? 'false' : 'true' })}`,
        new Blob([file], { type: 'text/csv' }),
      ),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: (_, { filed }) => filed && queries.invalidateQueries(),
    // An answer that came too late may belong to an import that goes on.
    onError: () => queries.invalidateQueries({ queryKey: recentKey }),
  })
}

const recentKey = ['report-imports']
const lookEvery = 1_000 // milliseconds, while an import goes on

const recentQuery = queryOptions({
  queryKey: recentKey,
  queryFn: async ({ signal }) => {
    const imports = await api.get<unknown>('/import', undefined, signal)
    return Array.isArray(imports) ? (imports as ReportImport[]) : []
  },
  refetchInterval: (query) => (query.state.data?.some(({ state }) => state === 'going_on') ? lookEvery : false),
})

/** Loads the imports that can be undone, newest first. When one ends, fetches all other queries again. */
export function useRecentImports(): Load<ReportImport[]> {
  const queries = useQueryClient()
  const load = useLoad(useQuery(recentQuery))
  useEnded(
    load.data,
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== recentKey[0] }),
  )
  return load
}

/** Returns the state of an import that went on after the answer. */
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
