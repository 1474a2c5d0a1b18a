import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isGivenUp, signByPasskey } from '../../lib/passkeys.ts'
import { askForPasskey, passkeyLogin } from './entrance-queries.ts'
import { useSession } from './session.tsx'
import { useReason } from './use-reason.ts'

/** Of the server's ten minutes for an answer. */
const renewedAfter = 9 * 60_000 // milliseconds

/**
 * The browser is asked for one thing at a time: until it is told to `signIn`, it offers passkeys in the e-mail field.
 * @param onBegin told that somebody is about to sign in
 * @param onFailure told why it has failed, and nothing when it is tried again
 */
export function usePasskeySignIn({
  onBegin,
  onFailure,
}: {
  onBegin: () => void
  onFailure: (why?: { reason: string | undefined }) => void
}) {
  const reasonOf = useReason()
  const session = useSession()
  const [busy, setBusy] = useState(false)
  const asked = useRef<AbortController>(undefined)

  const ask = async (mediation: 'conditional' | 'optional') => {
    asked.current?.abort()
    const { signal } = (asked.current = new AbortController())
    const begin = () => {
      onFailure()
      setBusy(true)
    }
    let isTheirs = mediation === 'optional'
    if (isTheirs) begin()
    try {
      const credential = await signByPasskey(await askForPasskey(), { mediation, signal })
      if (!isTheirs) begin()
      isTheirs = true
      onBegin()
      await session.signIn(await passkeyLogin(credential))
    } catch (error) {
      if (signal.aborted) return // for another request, or with the page
      if (!isTheirs) return console.info('The browser offers no passkeys in the field', error)
      setBusy(false)
      if (!isGivenUp(error)) onFailure({ reason: reasonOf(error) })
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
      asked.current?.abort()
    }
  }, [])

  return { busy, signIn: () => void ask('optional') }
}
