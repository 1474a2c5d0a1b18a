import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { proveEmail } from './entrance-queries.ts'
import { useSession } from './session.tsx'

/** Opens the mailed link: its token works once, so it is sent once. @param token from the link; null where it has none */
export function useEmailProof(token: string | null) {
  const { state, refreshUser, signIn } = useSession()
  const [outcome, setOutcome] = useState<'busy' | 'done' | 'entered' | 'invalid' | 'failed'>(token ? 'busy' : 'invalid')
  const sent = useRef(false)

  const prove = useCallback(
    async (token: string) => {
      setOutcome('busy')
      try {
        const { access_token, refresh_token } = await proveEmail(token)
        if (!access_token) return setOutcome('done')
        await signIn({ access_token, ...(refresh_token ? { refresh_token } : {}) }).catch((error: unknown) =>
          console.info('The new account could not be signed in', error),
        )
        return setOutcome('entered')
      } catch (error) {
        return setOutcome(
          error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'invalid' : 'failed',
        )
      }
    },
    [signIn],
  )

  useEffect(() => {
    if (!token || sent.current) return
    sent.current = true
    void prove(token)
  }, [token, prove])

  // A changed address counts from now on: whoever is signed in sees it at once.
  const done = outcome === 'done' && state === 'signed-in'
  useEffect(() => {
    if (done) refreshUser().catch((error: unknown) => console.info('The member could not be read again', error))
  }, [done, refreshUser])

  return { outcome, retry: () => token && void prove(token) }
}
