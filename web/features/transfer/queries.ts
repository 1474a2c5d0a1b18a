import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ExportQuery } from '#contract/export.ts'
import type { ImportColumn, ImportedReports } from '#contract/import.ts'
import { api } from '../../api/client.ts'

/** What the team has written, as a file; it may take longer than other calls. */
export const useTeamExport = () =>
  useMutation({
    mutationFn: async (wanted: ExportQuery) =>
      new Response(await api.open(`/export?${parametersOf(wanted)}`, new AbortController().signal)).blob(),
    networkMode: 'always',
    gcTime: 0,
  })

/** `columns`: the headings that the member has named. */
export type Table = { file: File; columns: Partial<Record<ImportColumn, string>> }

/** What would become of a table's rows, or with `filed` what has. */
export function useReportImport() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ file, columns, filed }: Table & { filed: boolean }) =>
      api.post<ImportedReports>(
        `/import?${parametersOf({ ...columns, preview: filed ? 'false' : 'true' })}`,
        new Blob([file], { type: 'text/csv' }),
      ),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: (_, { filed }) => filed && queries.invalidateQueries(),
  })
}

const parametersOf = (wanted: Record<string, string | undefined>) =>
  new URLSearchParams(Object.entries(wanted).filter((entry): entry is [string, string] => Boolean(entry[1])))
