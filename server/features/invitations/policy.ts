import { limits } from '#contract/limits.ts'

/** When an invitation made or resent now ends. */
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + limits.invitationLife * 24 * 60 * 60_000)
