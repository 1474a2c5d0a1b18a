import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPasskeyCancelled, signByPasskey } from '../../platform/passkeys.ts'
import { requestPasskey, passkeyLogin } from './sign-in-queries.ts'
import { useSession } from './session.tsx'
import { useFailureReason } from './use-failure-reason.ts'

/** The request to the browser is renewed after this time, because the server's challenge expires after ten minutes. */
const renewedAfter = 9 * 60_000 // milliseconds

/**
 * Signs in with a passkey. Until `signIn` is called, the browser offers passkeys in the email field. The browser
 * handles one request at a time, so a new request aborts the previous one.
 * @param onBegin called when the member begins to sign in
 * @param onFailure called with the reason for a failure, and without one on a new attempt
 */
export function usePasskeySignIn({
  onBegin,
  onFailure,
}: {
  onBegin: () => void
  onFailure: (why?: { reason: string | undefined }) => void
}) {
  const reasonOf = useFailureReason()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const request = useRef<AbortController>(undefined)

  const ask = async (mediation: 'conditional' | 'optional') => {
    request.current?.abort()
    const { signal } = (request.current = new AbortController())
    const begin = () => {
      onFailure()
      setBusy(true)
    }
    let isTheirs = mediation === 'optional'
    if (isTheirs) begin()
    try {
      const credential = await signByPasskey(await requestPasskey(), { mediation, signal })
      if (!isTheirs) begin()
      isTheirs = true
      onBegin()
      await session.signIn(await passkeyLogin(credential))
    } catch (error) {
      if (signal.aborted) return // a newer request or an unmount has aborted this one
      if (!isTheirs) return console.info('The browser offers no passkeys in the field', error)
      setBusy(false)
      if (!isPasskeyCancelled(error)) onFailure({ reason: reasonOf(error) })
      void offer()
    }
  }
  const offer = async () => (await PublicKeyCredential.isConditionalMediationAvailable()) && ask('conditional')
  const onIdle = useEffectEvent(() => busy || void offer())
  useEffect(() => {
    onIdle()
    const renewing = setInterval(onIdle, renewedAfter)
    return () => {
      clearInterval(renewing)
      request.current?.abort()
    }
  }, [])

  return { busy, signIn: () => void ask('optional') }
}
