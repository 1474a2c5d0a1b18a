import { v7 as newId } from 'uuid'
import type { NewProvisioningToken, Provisioning } from '#contract/provisioning.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { readProvisioningToken, writeProvisioningToken } from '#server/access/tokens/provisioning-token.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering } from '#server/access/idempotency.ts'
import { requireProvider } from '#server/config/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { nameOf, alertAdministrators, alertOwner, withAlerts } from '#server/access/security-alerts/operations.ts'
import { requireFirstTeam } from '#server/access/first-team.ts'
import type { Services } from '#server/services.ts'
import * as provisioning from './sql.ts'

/**
 * Requires an administrator of the server's first team. Strangers may have opened other teams, and the company's provider
 * and directory belong to the whole server (decision 71).
 * @throws AppError provider_not_set_up, admins_only, first_team_only
 */
async function requireMayProvision(services: Services, scope: Scope): Promise<void> {
  requireProvider(services, 'oidc')
  requireAdministrator(scope)
  await requireFirstTeam(services, scope)
}

/** @throws AppError provider_not_set_up, admins_only, first_team_only */
export async function readProvisioning(services: Services, scope: Scope): Promise<Provisioning> {
  await requireMayProvision(services, scope)
  const token = await withTeamTransaction(services.database, scope, (db) => provisioning.selectToken(db, scope))
  return { base_url: `${services.config.publicUrl}/api/scim/v2`, token: token ?? null }
}

/**
 * Creates the token of the team's directory, and notifies the administrators by email. The previous token stops
 * working.
 * @throws AppError provider_not_set_up, admins_only, first_team_only, reauthentication_required, sign_in_again;
 *   key_reused: an earlier attempt of the same request created a token, which has been revoked since
 */
export async function makeToken(services: Services, scope: Scope): Promise<NewProvisioningToken> {
  await requireMayProvision(services, scope)
  await confirmOwner(services, scope)
  const { logEvent, now } = services
  const [id, secret] = [newId(), newSecret()]
  const made = await withAlerts(services, scope, async (db) => {
    // The email must come first: its link undoes only changes that happen later.
    const mails = await alertOwner(services, db, scope, 'provisioningMade', { by: await nameOf(db, scope) })
    await provisioning.upsertToken(db, scope, { id, tokenHash: fingerprint(secret), now: now() })
    const about = { by: await nameOf(db, scope), except: scope.userId }
    mails.push(...(await alertAdministrators(services, db, scope, 'provisioningMade', about)))
    return { made: { token: writeProvisioningToken({ teamId: scope.teamId, id, secret }) }, mails }
  })
  logEvent('provisioning_token_made', scope, { id })
  return made
}

/** Returns whether the token of a stored response is still valid. @throws AppError as `makeToken` */
export async function isTokenValid(
  services: Services,
  scope: Scope,
  { token }: NewProvisioningToken,
): Promise<boolean> {
  await requireMayProvision(services, scope)
  await confirmOwner(services, scope)
  const record = readProvisioningToken(token)
  if (!record) return false
  return withTeamTransaction(services.database, scope, (db) =>
    provisioning.selectIsValid(db, scope, { id: record.id, tokenHash: fingerprint(record.secret) }),
  )
}

/** @throws AppError provider_not_set_up, admins_only, first_team_only; not_found: there is no token */
export async function revokeToken(services: Services, scope: Scope): Promise<void> {
  await requireMayProvision(services, scope)
  await withTeamTransaction(services.database, answering(scope), async (db) => {
    if (!(await provisioning.deleteToken(db, scope))) throw new AppError('not_found')
  })
  services.logEvent('provisioning_token_revoked', scope)
}
