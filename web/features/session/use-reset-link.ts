import { useEffect, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { checkPasswordReset } from './entrance-queries.ts'

/** Whether a mailed link still sets a password; where nobody says so, the form does when it is sent. */
export function useResetLink(token: string) {
  const [state, setState] = useState<'checking' | 'open' | 'invalid'>('checking')
  useEffect(() => {
    let left = false
    checkPasswordReset(token).then(
      () => !left && setState('open'),
      (error: unknown) =>
        !left && setState(error instanceof ApiError && error.code === 'link_invalid' ? 'invalid' : 'open'),
    )
    return () => {
      left = true
    }
  }, [token])
  return state
}
