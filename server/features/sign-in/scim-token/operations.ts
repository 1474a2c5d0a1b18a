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
import { nameOf, tellAdministrators, tellOwner } from '#server/access/security-alerts/operations.ts'
import { requireFirstTeam } from '#server/features/sign-in/registration/operations.ts'
import type { Services } from '#server/services.ts'
import * as provisioning from './sql.ts'

/**
 * The company's provider and its directory belong to the server, so only its first team has a directory: strangers may
 * have opened the others (decision 71).
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
 * Makes the token of the team's directory, and mails the administrators. The one before stops working.
 * @throws AppError provider_not_set_up, admins_only, first_team_only, reauthentication_required, sign_in_again;
 *   key_reused: the same request made a token before, which was revoked since
 */
export async function makeToken(services: Services, scope: Scope): Promise<NewProvisioningToken> {
  await requireMayProvision(services, scope)
  await confirmOwner(services, scope)
  const { database, logEvent, now, sendMail } = services
  const { made, id, letters } = await withTeamTransaction(
    database,
    answering(scope, (done: { made: NewProvisioningToken }) => done.made),
    async (db) => {
      // The letter comes first: its link takes back what is made from then on.
      const letters = await tellOwner(services, db, scope, 'provisioningMade', { by: await nameOf(db, scope) })
      const [id, secret] = [newId(), newSecret()]
      await provisioning.upsertToken(db, scope, { id, tokenHash: fingerprint(secret), now: now() })
      const about = { by: await nameOf(db, scope), except: scope.userId }
      letters.push(...(await tellAdministrators(services, db, scope, 'provisioningMade', about)))
      return { made: { token: writeProvisioningToken({ teamId: scope.teamId, id, secret }) }, id, letters }
    },
  )
  logEvent('provisioning_token_made', scope, { id })
  for (const letter of letters) sendMail(letter)
  return made
}

/** Whether the token of an answer has not been revoked. @throws AppError as `makeToken` */
export async function isTokenThere(
  services: Services,
  scope: Scope,
  { token }: NewProvisioningToken,
): Promise<boolean> {
  await requireMayProvision(services, scope)
  await confirmOwner(services, scope)
  const record = readProvisioningToken(token)
  if (!record) return false
  return withTeamTransaction(services.database, scope, (db) =>
    provisioning.selectIsThere(db, scope, { id: record.id, tokenHash: fingerprint(record.secret) }),
  )
}

/** @throws AppError provider_not_set_up, admins_only, first_team_only; not_found: there is none */
export async function revokeToken(services: Services, scope: Scope): Promise<void> {
  await requireMayProvision(services, scope)
  await withTeamTransaction(services.database, answering(scope), async (db) => {
    if (!(await provisioning.deleteToken(db, scope))) throw new AppError('not_found')
  })
  services.logEvent('provisioning_token_revoked', scope)
}
