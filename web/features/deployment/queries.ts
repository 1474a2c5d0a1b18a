import { queryOptions } from '@tanstack/react-query'
import type { DeploymentState } from '#contract/deployment-state.ts'
import { api } from '../../api/client.ts'

/** How what the team depends on is doing; administrators alone may ask. */
export const deploymentStateQuery = queryOptions({
  queryKey: ['deployment-state'],
  queryFn: ({ signal }) => api.get<DeploymentState>('/deployment/state', undefined, signal),
  refetchOnWindowFocus: 'always',
})
