import { queryOptions } from '@tanstack/react-query'
import type { AccessTokenDraft, AccessTokens, NewAccessToken } from '#contract/tokens.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** My access tokens. Programs use them meanwhile: whoever comes back here sees when. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await api.get<AccessTokens>('/tokens', undefined, signal)).tokens ?? [],
  refetchOnWindowFocus: 'always',
})

/** Answers the token itself, which nobody says again. */
export const useMakeToken = () =>
  useAct(tokensQuery, (draft: AccessTokenDraft) => api.create<NewAccessToken>('/tokens', draft))

export const useRevokeToken = () => useAct(tokensQuery, (id: string) => api.delete(`/tokens/${id}`))
