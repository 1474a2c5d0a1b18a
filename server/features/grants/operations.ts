import { type Provider, providers } from '#contract/providers.ts'
import { resealAll, type Resealed, seal, unseal } from '#server/access/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import type { Services } from '#server/services.ts'
import * as grants from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Where a secret is kept, and the only place where it opens. */
const placeOf = ({ teamId, userId }: Member, provider: Provider) => `connections:${teamId}:${userId}:${provider}`

/** What a provider has granted, as it is kept. */
export const sealGrant = (
  { keyring }: Pick<Services, 'keyring'>,
  member: Member,
  provider: Provider,
  secret: unknown,
) => seal(keyring, placeOf(member, provider), secret)

/**
 * What a provider has granted this member, to be spoken to in their name.
 * @throws AppError not_connected; ProviderFailure
 */
export async function readGrant(
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
    secret: await openSecret(services, { place: placeOf(member, provider), member, provider }, secret),
  }
}

/**
 * What is kept of a provider.
 * @throws ProviderFailure unauthorized: no key of ours opens it any more, so that it has to be connected again
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
    // Its message names the place alone; as a text the log shows it.
    throw new ProviderFailure(providers[provider].name, 'unauthorized', { cause: String(error) })
  }
}

/** Within the caller's transaction: the secret alone; undefined where none is kept, or none that opens. */
export async function keptGrant(
  { keyring }: Pick<Services, 'keyring'>,
  db: Db,
  member: Member,
  provider: Provider,
): Promise<unknown> {
  const row = await grants.selectGrant(db, member, provider)
  return row?.secret ? openGrant({ keyring }, member, provider, row.secret) : undefined
}

/** Opens a sealed grant of a member. @returns undefined if no key of ours opens it */
export async function openGrant(
  { keyring }: Pick<Services, 'keyring'>,
  member: Member,
  provider: Provider,
  secret: string,
): Promise<unknown> {
  try {
    return await unseal(keyring, placeOf(member, provider), secret)
  } catch {
    return undefined
  }
}

/** Within the caller's transaction: as whom the member is connected there, to be compared; undefined where they are not. */
export async function connectedAs(db: Db, member: Member, provider: Provider): Promise<string | undefined> {
  const row = await grants.selectGrant(db, member, provider)
  return row && JSON.stringify([row.account, row.subject])
}

/** Seals anew what an earlier key has sealed (SECRET_KEY_PREVIOUS). */
export async function resealGrants({ database, keyring }: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await withEveryTeamTransaction(database, grants.selectSecrets)
  const sealed = rows.flatMap(({ team_id: teamId, user_id: userId, provider, secret }) => {
    const replace = (to: string) =>
      withTeamTransaction(database, { teamId }, (db) =>
        grants.updateSecret(db, { teamId, userId }, provider, { from: secret!, to }),
      )
    return secret ? [{ place: placeOf({ teamId, userId }, provider), secret, replace }] : []
  })
  return resealAll(keyring, sealed)
}
