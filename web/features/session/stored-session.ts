import { accessToken, isOfOtherMember } from '../../api/tokens.ts'

/**
 * Remembers the stored session. Returns undefined if there is none.
 * @returns a function that tells whether that session belongs to a member
 */
export function storedSession(): ((memberId: string) => boolean) | undefined {
  const token = accessToken()
  return token === null ? undefined : (memberId) => !isOfOtherMember(token, memberId)
}
