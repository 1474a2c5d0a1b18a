import { queryOptions } from '@tanstack/react-query'
import type { Passkey, PasskeyName, PasskeyOptions, Passkeys } from '#contract/passkeys.ts'
import { api } from '../../api/client.ts'
import { useAct } from '../../api/use-act.ts'
import { makePasskey } from '../../lib/passkeys.ts'

/** My passkeys. Another device changes them, and shows here when one was used. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.get<Passkeys>('/passkeys', undefined, signal),
  refetchOnWindowFocus: 'always',
})

/** Has the browser make one, which asks the member for their finger, face or PIN. */
export const useAddPasskey = () =>
  useAct(passkeysQuery, async () => {
    const credential = await makePasskey(await api.post<PasskeyOptions>('/passkeys/options'))
    return api.create<Passkey>('/passkeys', { credential })
  })

export const useNamePasskey = () =>
  useAct(passkeysQuery, ({ id, name }: PasskeyName & { id: string }) => api.patch(`/passkeys/${id}`, { name }))

export const useRemovePasskey = () => useAct(passkeysQuery, (id: string) => api.delete(`/passkeys/${id}`))
