import { limits } from '#contract/limits.ts'

export const expiryFrom = (now: Date): Date => new Date(now.getTime() + limits.invitationLife * 24 * 60 * 60_000)
