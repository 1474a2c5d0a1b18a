import { queryOptions } from '@tanstack/react-query'
import type { Passkey, PasskeyName, PasskeyOptions, Passkeys } from '#contract/passkeys.ts'
import { api } from '../../api/client.ts'
import { sendWrite, type Write } from '../../api/writes-to-send.ts'
import { useAct } from '../../api/use-act.ts'
import { makePasskey } from '../../platform/passkeys.ts'

/** Fetches the member's passkeys. Refetched on focus, because other devices add and use passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api.get<Passkeys>('/passkeys', undefined, signal),
  refetchOnWindowFocus: 'always',
})

/** Creates a passkey. The browser asks the member for a fingerprint, face or PIN. */
export const useAddPasskey = () =>
  useAct(passkeysQuery, async () => {
    const credential = await makePasskey(await api.post<PasskeyOptions>('/passkeys/options'))
    return api.create<Passkey>('/passkeys', { credential })
  })

export const nameOfPasskey = ({ id, name }: PasskeyName & { id: string }): Write => ({
  method: 'PATCH',
  path: `/passkeys/${id}`,
  body: { name },
})

export const useNamePasskey = () => useAct(passkeysQuery, (write: Write) => sendWrite(write))

export const useRemovePasskey = () => useAct(passkeysQuery, (id: string) => api.delete(`/passkeys/${id}`))
