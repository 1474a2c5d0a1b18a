import type { Scope } from '#server/access/scope.ts'

const recent = 15 * 60_000 // milliseconds (D7.30)

/** Whoever finds an open browser must not be able to take the account over. */
export const needsCurrentPassword = ({ signedInAt }: Scope, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() >= recent
