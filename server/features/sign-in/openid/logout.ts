import { fingerprint } from '#server/access/keys/keys.ts'
import { insertSpent, isSpent } from '#server/access/tokens/spend.ts'
import { requireProvider } from '#server/config/providers.ts'
import { selectIdentity } from '#server/db/accounts/identities.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { endCompanySessions } from '#server/access/sessions/operations.ts'
import { companyClient } from '#server/providers/openid/company.ts'
import { LogoutRefused, readLogoutToken } from '#server/providers/openid/logout-token.ts'
import type { Services } from '#server/services.ts'

/**
 * Ends the sessions that the company's provider has signed out (N17.04): the session `sid` or, without `sid`, all
 * sessions of the person `sub`. Ignores unknown sessions, because they have already ended.
 * @throws AppError provider_not_set_up, logout_token_invalid
 */
export async function logOutByProvider(services: Services, token: string): Promise<void> {
  const { database, logEvent, now } = services
  const client = companyClient(requireProvider(services, 'oidc'))
  const { issuer, sub, sid, jti, lifeSeconds } = await readLogoutToken(client, token, now()).catch(refuse)
  const hash = fingerprint(Buffer.from(`logout ${issuer} ${jti}`))
  const read = await withEveryTeamTransaction(database, async (db) => ({
    isReplayed: await isSpent(db, hash, now()),
    member: sub === undefined ? undefined : await selectIdentity(db, 'oidc', `${issuer} ${sub}`),
  }))
  if (read.isReplayed) return refuse(new LogoutRefused('replayed'))
  if (sub === undefined || read.member) {
    const companySession = sid === undefined ? undefined : `${issuer} ${sid}`
    await endCompanySessions(services, { member: read.member, companySession })
  }
  // Marks the token as used only at the end. If ending the sessions fails, the provider can then send the token again.
  const expiresAt = new Date(now().getTime() + lifeSeconds * 1_000)
  await withEveryTeamTransaction(database, (db) => insertSpent(db, { hash, expiresAt }, now()))

  function refuse(error: unknown): never {
    if (!(error instanceof LogoutRefused)) throw error
    logEvent('provider_logout_refused', undefined, { cause: error.cause })
    throw new AppError('logout_token_invalid')
  }
}
