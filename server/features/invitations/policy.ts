import { limits } from '#contract/limits.ts'

/** Returns when an invitation made or resent now expires. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + limits.invitationLife * 24 * 60 * 60_000)
