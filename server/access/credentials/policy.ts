import type { Scope } from '#server/access/scope.ts'

const recent = 15 * 60_000 // milliseconds (D7.30)

/**
 * Returns whether a change needs the current password: a stranger at an open browser must not take over the account.
 */
export const needsCurrentPassword = ({ signedInAt }: Scope, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() >= recent
