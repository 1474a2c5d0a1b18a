import { queryOptions } from '@tanstack/react-query'
import type { DeploymentState } from '#contract/deployment-state.ts'
import { api } from '../../api/client.ts'

/** The state of the server and the services that the team depends on. Only administrators may fetch it. */
export const deploymentStateQuery = queryOptions({
  queryKey: ['deployment-state'],
  queryFn: ({ signal }) => api.get<DeploymentState>('/deployment/state', undefined, signal),
  refetchOnWindowFocus: 'always',
})
