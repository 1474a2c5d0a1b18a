import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connections } from '#contract/connections.ts'
import {
  type FormProvider,
  providers,
  type SignInProvider,
  type TabProvider,
  type WebhookProvider,
} from '#contract/providers.ts'
import type { Me } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { fetchMe } from '../../entities/me.ts'
import { basePath } from '../../platform/base-path.ts'
import { redirectTo, openTab } from './redirect.ts'

/** Refetched each time the window gets the focus, because connecting may end in another tab. */
const allConnections = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => api.get<Connections>('/connections', undefined, signal),
  refetchOnWindowFocus: 'always',
})
export const connectionsQuery = queryOptions({ ...allConnections, select: ({ connections }) => connections ?? [] })
/** The chats that can notify the team, whichever member connected them. */
export const destinationsQuery = queryOptions({ ...allConnections, select: ({ destinations }) => destinations ?? [] })

export const useLeaveToConnect = () =>
  useMutation({
    mutationFn: async (id: SignInProvider | TabProvider) => {
      if (providers[id].connect === 'page')
        return redirectTo((await api.get<{ auth_url: string }>(`/auth/${id}/login-url`)).auth_url)
      // Open the tab before the request: after it, the browser would block the tab as a pop-up.
      const tab = openTab()
      try {
        await api.post(`/connections/${id}/ticket`)
      } catch (error) {
        tab.close()
        throw error
      }
      tab.go(`${basePath}/api/auth/${id}`)
    },
    networkMode: 'always',
  })

/** Connects an account with typed credentials. They contain a secret, so the mutation is not cached (`gcTime: 0`). */
export function useConnectByForm<Typed>(id: FormProvider | WebhookProvider) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (typed: Typed) => api.post(`/connections/${id}`, typed),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['connections'] }),
  })
}

export function readUser(onUser: (user: Me) => void) {
  const read = fetchMe().then(onUser)
  read.catch((error: unknown) => console.info('The member was not read again', error))
}

/** @param onUser receives the updated member, without the picture if the picture came from the account */
export function useDisconnect(onUser: (user: Me) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/connections/${encodeURIComponent(id)}`),
    networkMode: 'always',
    onSuccess: async () => {
      readUser(onUser)
      // The imported items of a tracker are deleted with its connection.
      const gone = ['connections', 'backlogs', 'dashboard'].map((key) => queries.invalidateQueries({ queryKey: [key] }))
      await Promise.all(gone)
    },
  })
}
