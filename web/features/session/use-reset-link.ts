import { ApiError } from '../../api/errors.ts'
import { useLook } from '../../hooks/use-look.ts'
import { checkPasswordReset } from './entrance-queries.ts'

type ResetLink = 'checking' | 'open' | 'invalid'

/**
 * Returns whether a link can still set a password. If the check fails, it counts as open: the submit will check it
 * again.
 */
export const useResetLink = (token: string) => useLook(token, look, 'checking')[0]

const look = (token: string): Promise<ResetLink> =>
  checkPasswordReset(token).then(
    () => 'open',
    (error: unknown) => (error instanceof ApiError && error.code === 'link_invalid' ? 'invalid' : 'open'),
  )
