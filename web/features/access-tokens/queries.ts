import { queryOptions } from '@tanstack/react-query'
import type { AccessTokenDraft, AccessTokens, NewAccessToken } from '#contract/tokens.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** The member's access tokens. Refetched on focus, to show when programs last used them. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await api.get<AccessTokens>('/tokens', undefined, signal)).tokens ?? [],
  refetchOnWindowFocus: 'always',
})

/** Creates a token. Only this response contains the token itself. */
export const useMakeToken = () =>
  useAct(tokensQuery, (draft: AccessTokenDraft) => api.create<NewAccessToken>('/tokens', draft))

export const useRevokeToken = () => useAct(tokensQuery, (id: string) => api.delete(`/tokens/${id}`))
