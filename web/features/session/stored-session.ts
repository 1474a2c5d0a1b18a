import { accessToken, isAnothers } from '../../api/tokens.ts'

/** @returns what tells later whether the session that is stored now is a member's; undefined where none is stored */
export function storedSession(): ((memberId: string) => boolean) | undefined {
  const token = accessToken()
  return token === null ? undefined : (memberId) => !isAnothers(token, memberId)
}
