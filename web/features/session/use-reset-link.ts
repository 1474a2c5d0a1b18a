import { ApiError } from '../../api/errors.ts'
import { useLook } from '../../lib/use-look.ts'
import { checkPasswordReset } from './entrance-queries.ts'

type ResetLink = 'checking' | 'open' | 'invalid'

/** Whether a mailed link still sets a password; where nobody says so, the form does when it is sent. */
export const useResetLink = (token: string) => useLook(token, look, 'checking')[0]

const look = (token: string): Promise<ResetLink> =>
  checkPasswordReset(token).then(
    () => 'open',
    (error: unknown) => (error instanceof ApiError && error.code === 'link_invalid' ? 'invalid' : 'open'),
  )
