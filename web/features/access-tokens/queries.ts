import { queryOptions } from '@tanstack/react-query'
import type { Consent, ConsentAnswer, ConsentRedirect, Grants } from '#contract/grants.ts'
import type { AccessTokenDraft, AccessTokens, NewAccessToken } from '#contract/tokens.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** Fetches the member's access tokens. Refetched on focus, because each shows when a program last used it. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await api.get<AccessTokens>('/tokens', undefined, signal)).tokens ?? [],
  refetchOnWindowFocus: 'always',
})

/** Creates a token. Only this response contains the token itself. */
export const useMakeToken = () =>
  useAct(tokensQuery, (draft: AccessTokenDraft) => api.create<NewAccessToken>('/tokens', draft))

export const useRevokeToken = () => useAct(tokensQuery, (id: string) => api.delete(`/tokens/${id}`))

/** Fetches the programs that the member allowed by OAuth. Refetched on focus, like the tokens. */
export const grantsQuery = queryOptions({
  queryKey: ['grants'],
  queryFn: async ({ signal }) => (await api.get<Grants>('/grants', undefined, signal)).grants ?? [],
  refetchOnWindowFocus: 'always',
})

export const useRevokeGrant = () => useAct(grantsQuery, (id: string) => api.delete(`/grants/${id}`))

const consentPath = (request: string) => `/consents/${encodeURIComponent(request)}`

export const readConsent = (request: string) => api.get<Consent>(consentPath(request))

/** Allows the request. Like `refuseProgram`, returns the URL of the program to which the browser must go next. */
export const allowProgram = (request: string, answer: ConsentAnswer) =>
  api.post<ConsentRedirect>(consentPath(request), answer)
export const refuseProgram = (request: string) => api.delete<ConsentRedirect>(consentPath(request))
