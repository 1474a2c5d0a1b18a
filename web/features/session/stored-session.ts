import { accessToken, isOfOtherMember } from '../../api/tokens.ts'

/**
 * Reads the session that is stored now. Returns undefined if there is none.
 * @returns a function that tells whether this session belongs to a member
 */
export function storedSession(): ((memberId: string) => boolean) | undefined {
  const token = accessToken()
  return token === null ? undefined : (memberId) => !isOfOtherMember(token, memberId)
}
