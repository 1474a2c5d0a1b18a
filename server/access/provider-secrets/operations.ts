import { type Provider, providers } from '#contract/providers.ts'
import { resealAll, type Resealed, seal, unseal } from '#server/access/keys/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as grants from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** The audience of an encrypted secret: it can be decrypted for this audience only. */
const audienceOf = ({ teamId, userId }: Member, provider: Provider) => `connections:${teamId}:${userId}:${provider}`

export const sealGrant = (
  { keyring }: Pick<Services, 'keyring'>,
  member: Member,
  provider: Provider,
  secret: unknown,
) => seal(keyring, audienceOf(member, provider), secret)

/**
 * Returns the stored grant for acting in the member's name at a provider.
 * @throws AppError not_connected; ProviderFailure
 */
export async function requireSecret(
  services: Pick<Services, 'database' | 'keyring' | 'logEvent'>,
  member: Member,
  provider: Provider,
): Promise<{ account: string; subject: string | null; secret: unknown }> {
  const row = await withTeamTransaction(services.database, member, (db) => grants.selectGrant(db, member, provider))
  if (!row?.secret) throw new AppError('not_connected')
  const { account, subject, secret } = row
  return {
    account,
    subject,
    secret: await openSecret(services, { place: audienceOf(member, provider), member, provider }, secret),
  }
}

/**
 * Decrypts a stored secret.
 * @throws ProviderFailure unauthorized: none of our keys opens it, so the provider must be connected again
 */
export async function openSecret(
  { keyring, logEvent }: Pick<Services, 'keyring' | 'logEvent'>,
  { place, member, provider }: { place: string; member: { teamId: string }; provider: Provider },
  secret: string,
): Promise<unknown> {
  try {
    return await unseal(keyring, place, secret)
  } catch (error) {
    logEvent('stale_key', member, { provider })
    // The message says only where the secret is stored. The log shows a cause only if the cause is a string.
    throw new ProviderFailure(providers[provider].name, 'unauthorized', { cause: String(error) })
  }
}

/**
 * Returns the decrypted secret. Undefined if none is stored or none of our keys opens it. Must run in the caller's
 * transaction.
 */
export async function findSecret(
  { keyring }: Pick<Services, 'keyring'>,
  db: Db,
  member: Member,
  provider: Provider,
): Promise<unknown> {
  const row = await grants.selectGrant(db, member, provider)
  return row?.secret ? openGrant({ keyring }, member, provider, row.secret) : undefined
}

/** Decrypts a member's grant. @returns undefined if none of our keys opens it */
export async function openGrant(
  { keyring }: Pick<Services, 'keyring'>,
  member: Member,
  provider: Provider,
  secret: string,
): Promise<unknown> {
  try {
    return await unseal(keyring, audienceOf(member, provider), secret)
  } catch {
    return undefined
  }
}

/**
 * Returns a text that identifies the account that the member has connected, to find out whether another account was
 * connected meanwhile. Undefined if no account is connected. Must run in the caller's transaction.
 */
export async function connectedAs(db: Db, member: Member, provider: Provider): Promise<string | undefined> {
  const row = await grants.selectGrant(db, member, provider)
  return row && JSON.stringify([row.account, row.subject])
}

/** Encrypts secrets of an earlier key (SECRET_KEY_PREVIOUS) again with the current key. */
export async function resealGrants({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await withEveryTeamTransaction(database, grants.selectSecrets)
  const sealed = rows.flatMap(({ team_id: teamId, user_id: userId, provider, secret }) => {
    const replace = (to: string) =>
      withTeamTransaction(database, { teamId }, (db) =>
        grants.updateSecret(db, { teamId, userId }, provider, { from: secret!, to }),
      )
    return secret ? [{ place: audienceOf({ teamId, userId }, provider), secret, replace }] : []
  })
  return resealAll(keyring, sealed)
}
