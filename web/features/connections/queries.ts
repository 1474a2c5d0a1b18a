import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connections } from '#contract/connections.ts'
import type { Deployment } from '#contract/deployment.ts'
import {
  type FormProvider,
  providers,
  type SignInProvider,
  type TabProvider,
  type WebhookProvider,
} from '#contract/providers.ts'
import type { Me } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { basePath } from '../../lib/base-path.ts'
import { leaveFor, openTab } from './leave.ts'

/** Connecting may end in another tab: whoever comes back here sees what has become of it. */
const allConnections = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => api.get<Connections>('/connections', undefined, signal),
  refetchOnWindowFocus: 'always',
})
/** My accounts elsewhere. */
export const connectionsQuery = queryOptions({ ...allConnections, select: ({ connections }) => connections ?? [] })
/** Where the team can be told something, whoever of it has connected that. */
export const destinationsQuery = queryOptions({ ...allConnections, select: ({ destinations }) => destinations ?? [] })

/** What this deployment can connect by a provider's own sign-in, and what one signs in with. */
export const deploymentQuery = queryOptions({
  queryKey: ['deployment'],
  queryFn: () => api.anonymous.get<Deployment>('/deployment'),
})

/** Leaves for the provider's own sign-in. */
export const useLeaveToConnect = () =>
  useMutation({
    mutationFn: async (id: SignInProvider | TabProvider) => {
      if (providers[id].connect === 'page')
        return leaveFor((await api.get<{ auth_url: string }>(`/auth/${id}/login-url`)).auth_url)
      // Opened before the question: later the browser would take it for a pop-up.
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

/** Nothing of what is typed here outlives the call: it holds a key. */
export function useConnectByForm<Typed>(id: FormProvider | WebhookProvider) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (typed: Typed) => api.post(`/connections/${id}`, typed),
    networkMode: 'always',
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['connections'] }),
  })
}

/** Reads the member again, whose accounts have changed. */
export function readUser(onUser: (user: Me) => void) {
  const read = api.get<Me>('/users/me').then(onUser)
  read.catch((error: unknown) => console.info('The member was not read again', error))
}

/** @param onUser receives the member, whose picture may have gone with the account */
export function useDisconnect(onUser: (user: Me) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete(`/connections/${encodeURIComponent(id)}`),
    networkMode: 'always',
    onSuccess: async () => {
      readUser(onUser)
      // What a tracker gave goes with it.
      const gone = ['connections', 'backlogs', 'dashboard'].map((key) => queries.invalidateQueries({ queryKey: [key] }))
      await Promise.all(gone)
    },
  })
}
