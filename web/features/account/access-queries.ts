import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Reauthentication, Sessions } from '#contract/sessions.ts'
import type { Leaving } from '#contract/leaving.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** Fetches the member's sessions. Refetched each time the window gets the focus, because other devices change them. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.get<Sessions>('/sessions', undefined, signal)).sessions ?? [],
  refetchOnWindowFocus: 'always',
})

/** Ends the session with the id. Without an id, ends all sessions except the current one. */
export const useEndSession = () =>
  useAct(sessionsQuery, (id: string | undefined) => api.delete(id === undefined ? '/sessions' : `/sessions/${id}`))

/** Downloads everything that the member has written or set. An export may take longer than other requests. */
export const useExport = () =>
  useMutation({
    mutationFn: async () => new Response(await api.open('/users/me/export', new AbortController().signal)).blob(),
    networkMode: 'always',
    gcTime: 0,
  })

export const useLeave = () =>
  useMutation({ mutationFn: (leaving: Leaving) => api.delete('/users/me', leaving), networkMode: 'always', gcTime: 0 })

/** Sends the current password before a sensitive change. */
export const useConfirm = () =>
  useMutation({
    mutationFn: (shown: Reauthentication) => api.post('/auth/reauthenticate', shown),
    networkMode: 'always',
    gcTime: 0,
  })
