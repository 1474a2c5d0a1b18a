import { useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { takeBack } from './entrance-queries.ts'
import { useSession } from './session.tsx'

/** @param onDone receives what a new password is chosen with */
export function useTakeBack(token: string | null, onDone: (resetToken: string) => void) {
  const session = useSession()
  const [outcome, setOutcome] = useState<'busy' | 'invalid' | 'taken' | 'failed' | undefined>(
    token ? undefined : 'invalid',
  )
  const [cause, setCause] = useState<unknown>()
  const take = async () => {
    if (!token) return
    setOutcome('busy')
    try {
      const { reset_token } = await takeBack(token)
      // This browser's session has ended with all the others.
      await session.signOut()
      onDone(reset_token)
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined
      setOutcome(code === 'link_invalid' ? 'invalid' : code === 'email_taken' ? 'taken' : 'failed')
      setCause(error)
    }
  }
  return { outcome, cause, take: () => void take() }
}
