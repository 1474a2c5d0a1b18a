import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Reauthentication, Sessions } from '#contract/sessions.ts'
import type { Leaving } from '#contract/leaving.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** Where I am signed in. Another device changes it: whoever comes back here sees what has become of it. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await api.get<Sessions>('/sessions', undefined, signal)).sessions ?? [],
  refetchOnWindowFocus: 'always',
})

/** Ends one session; `undefined` ends all others. */
export const useEndSession = () =>
  useAct(sessionsQuery, (id: string | undefined) => api.delete(id === undefined ? '/sessions' : `/sessions/${id}`))

/** Everything that I have written or set, as a file; it may take longer than other calls. */
export const useExport = () =>
  useMutation({
    mutationFn: async () => new Response(await api.open('/users/me/export', new AbortController().signal)).blob(),
    networkMode: 'always',
    gcTime: 0,
  })

export const useLeave = () =>
  useMutation({ mutationFn: (leaving: Leaving) => api.delete('/users/me', leaving), networkMode: 'always', gcTime: 0 })

/** Shows the server once more that it is the member who asks. */
export const useConfirm = () =>
  useMutation({
    mutationFn: (shown: Reauthentication) => api.post('/auth/reauthenticate', shown),
    networkMode: 'always',
    gcTime: 0,
  })
