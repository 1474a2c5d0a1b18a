import { queryOptions } from '@tanstack/react-query'
import type { NewProvisioningToken, Provisioning } from '#contract/provisioning.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'

/** Fetches the state of the directory's token. Only the administrators of the server's first team may fetch it. */
export const provisioningQuery = queryOptions({
  queryKey: ['provisioning'],
  queryFn: ({ signal }) => api.get<Provisioning>('/provisioning/token', undefined, signal),
})

/** Creates a token for the directory. Only this response contains the token. */
export const useMakeDirectoryToken = () =>
  useAct(provisioningQuery, () => api.create<NewProvisioningToken>('/provisioning/token', {}))

export const useRevokeDirectoryToken = () => useAct(provisioningQuery, () => api.delete('/provisioning/token'))
