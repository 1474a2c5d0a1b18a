import { queryOptions } from '@tanstack/react-query'
import type { NewProvisioningToken, Provisioning } from '#contract/provisioning.ts'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { useAct } from '../../api/use-act.ts'

/** The connection to the company's directory. Null for other teams than the first of the server. */
export const provisioningQuery = queryOptions({
  queryKey: ['provisioning'],
  queryFn: async ({ signal }) => {
    try {
      return await api.get<Provisioning>('/provisioning/token', undefined, signal)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'first_team_only') return null
      throw error
    }
  },
})

/** Only this response contains the token. */
export const useMakeDirectoryToken = () =>
  useAct(provisioningQuery, () => api.create<NewProvisioningToken>('/provisioning/token', {}))

export const useRevokeDirectoryToken = () => useAct(provisioningQuery, () => api.delete('/provisioning/token'))
