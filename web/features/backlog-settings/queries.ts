import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Reads the member's issues from GitHub now; the answer may say in words what came of it. */
export function useImportIssues() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => api.post<{ message?: string }>('/backlogs/github/issues/import'),
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: ['backlogs'] }),
  })
}
