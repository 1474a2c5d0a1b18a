import { useRef } from 'react'
import type { Tokens } from '#contract/sessions.ts'
import { ApiError, isUnreachable } from '../../api/errors.ts'
import { login } from './queries.ts'

/**
 * Returns a function that creates an account. If the response to one attempt was lost and the server refuses the next
 * one, the first may have created the account. The function then signs in with the same password, and throws the
 * refusal if the sign-in fails.
 */
export function useCreateAccount() {
  const isResponseLost = useRef(false)
  return async <Answer>(
    create: () => Promise<Answer>,
    { email, password }: { email: string; password: string },
  ): Promise<Answer | Tokens> => {
    try {
      return await create()
    } catch (error) {
      isResponseLost.current ||= isUnreachable(error)
      const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
      const tokens = isRefused && isResponseLost.current && (await login(email, password).catch(() => undefined))
      if (!tokens) throw error
      return tokens
    }
  }
}
