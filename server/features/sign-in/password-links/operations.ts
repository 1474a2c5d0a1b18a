import type { PasswordLink } from '#contract/passwords.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { refuseWhereOidcOnly } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { isOpenLink, lifetimes, makeLink } from '#server/access/email-links/operations.ts'
import { nameOf, alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import type { Services } from '#server/services.ts'
import { lockMember } from './sql.ts'

/**
 * Makes a link that sets a new password of another member, for an administrator to pass on (E1.06). The link works
 * once, replaces an earlier one, and ends when the administrator loses the administrator right. The account's owner
 * gets an email, and a notice at the next sign-in.
 * @throws AppError company_sign_in_only, admins_only, own_account, not_found, member_inactive,
 *   reauthentication_required, sign_in_again; key_reused: an earlier attempt of the same request made a link, which has
 *   been used or has expired
 */
export async function makePasswordLink(services: Services, scope: Scope, id: string): Promise<PasswordLink> {
  const { config, logEvent, now } = services
  refuseWhereOidcOnly(services)
  requireAdministrator(scope)
  if (id === scope.userId) throw new AppError('own_account')
  await confirmOwner(services, scope)
  const member = { teamId: scope.teamId, userId: id }
  const made = await withAlerts(services, scope, async (db) => {
    const found = await lockMember(db, member)
    if (!found) throw new AppError('not_found')
    if (!found.is_active) throw new AppError('member_inactive')
    const madeAt = now()
    const about = { email: found.email, publicUrl: config.publicUrl, now: madeAt, madeBy: scope.userId }
    const url = await makeLink(db, member, { purpose: 'password-link', ...about })
    const expires_at = new Date(madeAt.getTime() + lifetimes['password-link']).toISOString()
    const by = await nameOf(db, scope)
    return { made: { url, expires_at }, mails: await alertOwner(services, db, member, 'passwordLinkMade', { by }) }
  })
  logEvent('password_link_made', member, { by: scope.userId })
  return made
}

/**
 * Returns whether the link of a stored response can still be used.
 * @throws AppError admins_only, reauthentication_required, sign_in_again
 */
export async function isLinkAlive(services: Services, scope: Scope, { url }: PasswordLink): Promise<boolean> {
  requireAdministrator(scope)
  await confirmOwner(services, scope)
  const token = new URL(url).searchParams.get('token') ?? ''
  return withTeamTransaction(services.database, scope, (db) => isOpenLink(db, token, 'password-link', services.now()))
}
