import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { updateCompanySignIn } from '#server/db/accounts/access-pause.ts'
import { selectIdentity } from '#server/db/accounts/identities.ts'
import { AppError } from '#server/errors.ts'
import { pauseAccess } from '#server/features/sign-in/access-pause/operations.ts'
import { judgeClaims } from '#server/providers/openid/claim.ts'
import type { Services } from '#server/services.ts'

type Claims = Record<string, unknown>

/**
 * Refuses a sign-in without the value of OIDC_REQUIRED_CLAIM (N17.01). If the provider says that a member lacks the value,
 * the member's access pauses at once. If Entra does not list the groups (`overage`), only this sign-in is refused.
 * @param subject the person at the provider, as identities store it
 * @throws AppError not_allowed_here
 */
export async function requireClaim(services: Services, subject: string, claims: Claims): Promise<void> {
  const { config, database, logEvent, now } = services
  const rule = config.providers.oidc?.requiredClaim
  if (!rule) return
  const judged = judgeClaims(claims, rule)
  if (judged === 'met') return
  const member = await withEveryTeamTransaction(database, (db) => selectIdentity(db, 'oidc', subject))
  if (member && judged !== 'overage')
    await withTeamTransaction(database, { teamId: member.teamId }, (db) => pauseAccess(db, member, 'refused', now()))
  logEvent('sign_in_refused', member, { way: 'oidc', reason: 'not_allowed_here', cause: judged })
  throw new AppError('not_allowed_here')
}

/** Records that a member with a session has proven themselves at the provider, too (N17.03). */
export const noteSignIn = ({ database, now }: Services, { teamId, userId }: { teamId: string; userId: string }) =>
  withTeamTransaction(database, { teamId }, (db) => updateCompanySignIn(db, { teamId, userId }, now()))
