import { ApiError } from '../../api/errors.ts'
import { useAsyncState } from '../../hooks/use-async-state.ts'
import { checkPasswordReset } from './sign-in-queries.ts'

type ResetLink = 'checking' | 'open' | 'invalid'

/**
 * Returns whether a link can still set a password. If the check fails, the link counts as open, because the submit
 * checks it again.
 */
export const useResetLink = (token: string) => useAsyncState(token, look, 'checking')[0]

const look = (token: string): Promise<ResetLink> =>
  checkPasswordReset(token).then(
    () => 'open',
    (error: unknown) => (error instanceof ApiError && error.code === 'link_invalid' ? 'invalid' : 'open'),
  )
