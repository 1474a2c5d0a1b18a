/** The storage keys of S3.32 to S3.34. The last two are always empty. */
export const storageKeys = {
  accessToken: 'daily_standup_token',
  refreshToken: 'refresh_token',
  unusedRefreshToken: 'daily_standup_refresh_token',
  unusedRememberMe: 'daily_standup_remember_me',
} as const

export const accessToken = () => localStorage.getItem(storageKeys.accessToken)
export const refreshToken = () => localStorage.getItem(storageKeys.refreshToken)

const endedKey = 'asakai_session_ended'

/**
 * The reason why a session ended: an administrator deactivated the member, another device ended the session, or it
 * expired.
 */
export type SessionEnd = 'deactivated' | 'revoked' | 'ended'

/**
 * Tells the other tabs that the tokens are removed because the session ended, and not because of a logout.
 * @param end a `SessionEnd`, or the server's message if the session ended for another reason
 */
export const notifyTabsOfEnd = (end: string) => localStorage.setItem(endedKey, end)

export const forgetSessionEnd = () => localStorage.removeItem(endedKey)

/** Returns whether the tokens were removed because the session ended. */
export const hasSessionEnded = () => localStorage.getItem(endedKey) !== null

export function sessionEnd(): SessionEnd {
  const end = localStorage.getItem(endedKey)
  return end === 'deactivated' || end === 'revoked' ? end : 'ended'
}

/** Returns the server's message about the end. Undefined if the end has a reason of `SessionEnd`. */
export function sentenceOfEnd(): string | undefined {
  const end = localStorage.getItem(endedKey)
  return end === null || end === 'ended' || end === sessionEnd() ? undefined : end
}

export function storeTokens(tokens: { access_token: string; refresh_token?: string }) {
  forgetSessionEnd()
  localStorage.setItem(storageKeys.accessToken, tokens.access_token)
  if (tokens.refresh_token) localStorage.setItem(storageKeys.refreshToken, tokens.refresh_token)
}

export function clearTokens() {
  localStorage.removeItem(storageKeys.accessToken)
  localStorage.removeItem(storageKeys.refreshToken)
}

const refreshMargin = 5 * 60 // seconds before the expiry

/**
 * Returns true if the token does not have three parts, has no `exp` claim, or expires within five minutes (S5.01 to
 * S5.03).
 * @param now milliseconds since 1970
 */
export function isExpired(token: string, now: number): boolean {
  const parts = token.split('.')
  if (parts.length !== 3) return true
  const { exp } = claimsOf(token)
  return typeof exp !== 'number' || exp - now / 1_000 <= refreshMargin
}

/** Returns whether the token belongs to another member. False if the token has no subject. */
export function isOfOtherMember(token: string, memberId: string): boolean {
  const { sub } = claimsOf(token)
  return typeof sub === 'string' && sub !== memberId
}

export const isMembers = (token: string, memberId: string) => claimsOf(token).sub === memberId

function claimsOf(token: string): { exp?: unknown; sub?: unknown } {
  try {
    const claims: unknown = JSON.parse(atob(token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
