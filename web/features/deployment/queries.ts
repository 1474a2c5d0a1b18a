import { queryOptions } from '@tanstack/react-query'
import type { DeploymentState } from '#contract/deployment-state.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'

/**
 * The state of the server and the services that the team depends on. Only administrators may fetch it. Null for other
 * teams than the first of the server.
 */
export const deploymentStateQuery = queryOptions({
  queryKey: ['deployment-state'],
  queryFn: async ({ signal }) => {
    try {
      return await api.get<DeploymentState>('/deployment/state', undefined, signal)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'first_team_only') return null
      throw error
    }
  },
  refetchOnWindowFocus: 'always',
})
