import { queryOptions } from '@tanstack/react-query'
import type { DeploymentState } from '#contract/deployment-state.ts'
import type { Me } from '#contract/users.ts'
import { api } from '../../api/client.ts'

/** Fetches the state of the server and its services. Fetch it only if `isServerShown`. */
export const deploymentStateQuery = queryOptions({
  queryKey: ['deployment-state'],
  queryFn: ({ signal }) => api.get<DeploymentState>('/deployment/state', undefined, signal),
  refetchOnWindowFocus: 'always',
})

/** Returns whether the server shows its settings to the member. Only administrators of its first team see them. */
export const isServerShown = (user: Me | undefined): boolean => user?.is_admin === true && user.has_server_settings
