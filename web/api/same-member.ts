import { isReplaced } from './client.ts'
import { accessToken } from './tokens.ts'

/** @returns what tells later whether who acts then is whose token is stored now */
export function sameMember(): () => boolean {
  const token = accessToken()
  return () => !isReplaced(token)
}
