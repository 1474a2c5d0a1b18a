import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { updateCompanySignIn } from '#server/db/accounts/access-pause.ts'
import { selectIdentity } from '#server/db/accounts/identities.ts'
import { isSetByDirectory } from '#server/access/email-address/operations.ts'
import { AppError } from '#server/errors.ts'
import { readMember } from '#server/db/accounts/user.ts'
import { nameOf, alertAdministrators } from '#server/access/security-alerts/operations.ts'
import { setMember } from '#server/features/team/members/operations.ts'
import { pauseAccess } from '#server/features/sign-in/access-pause/operations.ts'
import { checkClaim } from '#server/providers/openid/claim.ts'
import type { Services } from '#server/services.ts'

type Claims = Record<string, unknown>
type Member = { teamId: string; userId: string }

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
  const judged = checkClaim(claims, rule)
  if (judged === 'met') return
  const member = await withEveryTeamTransaction(database, (db) => selectIdentity(db, 'oidc', subject))
  if (member && judged !== 'overage')
    await withTeamTransaction(database, { teamId: member.teamId }, (db) => pauseAccess(db, member, 'refused', now()))
  logEvent('sign_in_refused', member, { way: 'oidc', reason: 'not_allowed_here', cause: judged })
  throw new AppError('not_allowed_here')
}

/** Records that a member who already has a session has signed in at the provider (N17.03). */
export const recordSignIn = ({ database, now }: Services, { teamId, userId }: Member) =>
  withTeamTransaction(database, { teamId }, (db) => updateCompanySignIn(db, { teamId, userId }, now()))

/**
 * Makes a member an administrator or a plain member, as OIDC_ADMIN_CLAIM says at a sign-in (N17.02). The last
 * administrator with access stays an administrator. Nothing changes if Entra does not list the groups.
 * @param subject the person at the provider, as identities store it
 */
export async function applyAdminClaim(services: Services, subject: string, claims: Claims): Promise<void> {
  const { config, database, logEvent, sendMail } = services
  const { adminClaim: rule, name: by } = config.providers.oidc ?? {}
  if (!rule) return
  const member = await withEveryTeamTransaction(database, (db) => selectIdentity(db, 'oidc', subject))
  if (!member) return
  const judged = checkClaim(claims, rule)
  if (judged === 'overage') return logEvent('administrator_claim_ignored', member, { reason: 'overage' })
  const is_admin = judged === 'met'
  const before = await withTeamTransaction(database, { teamId: member.teamId }, (db) => readMember(db, member))
  if (before.is_admin === is_admin) return
  // The holder of the directory's token chose this address, and would get the emails about the account (N17.05).
  if (
    is_admin &&
    (await withTeamTransaction(database, { teamId: member.teamId }, (db) => isSetByDirectory(db, member)))
  )
    return logEvent('administrator_claim_ignored', member, { reason: 'unproven_address' })
  try {
    const { mails } = await setMember(
      services,
      member,
      { is_admin },
      { name: 'oidc', memberId: null },
      async (db, { after }) => {
        const about = { name: await nameOf(db, member), by: by!, except: member.userId }
        return {
          mails: after.is_admin ? await alertAdministrators(services, db, member, 'administratorNamed', about) : [],
        }
      },
    )
    for (const mail of mails) sendMail(mail)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'last_admin') throw error
    logEvent('administrator_claim_ignored', member, { reason: 'last_admin' })
  }
}
