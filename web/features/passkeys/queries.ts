import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Passkey, PasskeyName, PasskeyOptions, Passkeys } from '#contract/passkeys.ts'
import { api } from '../../api/client.ts'
import { makePasskey } from '../../lib/passkeys.ts'

/** My passkeys. Another device changes them, and shows here when one was used. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.get<Passkeys>('/passkeys', undefined, signal),
  refetchOnWindowFocus: 'always',
})

function usePasskeyChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  })
}

/** Has the browser make one, which asks the member for their finger, face or PIN. */
export const useAddPasskey = () =>
  usePasskeyChange(async () => {
    const credential = await makePasskey(await api.post<PasskeyOptions>('/passkeys/options'))
    return api.create<Passkey>('/passkeys', { credential })
  })

export const useNamePasskey = () =>
  usePasskeyChange(({ id, name }: PasskeyName & { id: string }) => api.patch(`/passkeys/${id}`, { name }))

export const useRemovePasskey = () => usePasskeyChange((id: string) => api.delete(`/passkeys/${id}`))
