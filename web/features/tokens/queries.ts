import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccessTokenDraft, AccessTokens, NewAccessToken } from '#contract/tokens.ts'
import { api } from '../../api/client.ts'

/** My access tokens. Programs use them meanwhile: whoever comes back here sees when. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await api.get<AccessTokens>('/tokens', undefined, signal)).tokens ?? [],
  refetchOnWindowFocus: 'always',
})

/** Answers the token itself, which nobody says again. */
export function useMakeToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: AccessTokenDraft) => api.create<NewAccessToken>('/tokens', draft),
    networkMode: 'always',
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export function useRevokeToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/tokens/${id}`),
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}
