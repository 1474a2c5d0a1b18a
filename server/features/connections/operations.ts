import { sourceNames, type Source, sources } from '#contract/backlogs.ts'
import {
  type Connection,
  type ConnectionProvider,
  type Connections,
  connectionProviders,
  type Destination,
} from '#contract/connections.ts'
import { resealAll, type Resealed, seal, unseal } from '#server/access/sealed.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inEveryTeam, inTeam, isTaken } from '#server/db/database.ts'
import { AppError, ProviderFailure } from '#server/errors.ts'
import { confirmOwner } from '#server/features/credentials/operations.ts'
import { coversIssues, type GitHubGrant, revokeGitHubGrant } from '#server/providers/github/sign-in.ts'
import type { Services } from '#server/services.ts'
import * as connections from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

export const listConnections = ({ database, keyring }: Services, scope: Scope): Promise<Connections> =>
  inTeam(database, scope, async (db) => {
    const rows = await connections.selectConnections(db, scope)
    const grant = (await keptGrant({ keyring }, db, scope, 'github')) as GitHubGrant | undefined
    const isPartial = (row: Connection) => row.provider === 'github' && !(grant && coversIssues(grant))
    return {
      connections: rows.map((row) => (isPartial(row) ? Object.assign(row, { connect_again: true }) : row)),
      destinations: await connections.selectDestinations(db, scope),
    }
  })

/** Within the caller's transaction: where the team can be told something. */
export const teamDestinations = (db: Db, team: Pick<Scope, 'teamId'>): Promise<Destination[]> =>
  connections.selectDestinations(db, team)

/** Where a secret is kept, and the only place where it opens. */
const placeOf = ({ teamId, userId }: Member, provider: ConnectionProvider) =>
  `connections:${teamId}:${userId}:${provider}`

/**
 * Within the caller's transaction: keeps an account that its provider has confirmed, in place of an earlier one there.
 * @param connection.subject the provider's own id of the person; whoever has connected it already keeps it
 * @param connection.secret what was granted; undefined where nothing is to be kept
 * @param connection.isNew false where the same person's earlier grant is kept once more
 * @throws AppError account_elsewhere
 */
export async function keepConnection(
  { keyring, now }: Pick<Services, 'keyring' | 'now'>,
  db: Db,
  member: Member,
  connection: {
    provider: ConnectionProvider
    account: string
    subject: string | null
    secret?: unknown
    isNew?: boolean
  },
): Promise<void> {
  const { secret, isNew = true, ...kept } = connection
  const sealed = secret === undefined ? null : seal(keyring, placeOf(member, kept.provider), secret)
  // A team has one space, whoever connects it.
  if (kept.provider === 'google-chat') {
    await connections.lockTeam(db, member)
    await connections.deleteSpace(db, member)
  }
  try {
    await connections.upsertConnection(db, member, { ...kept, secret: sealed, now: now() })
  } catch (error) {
    const isElsewhere =
      isTaken(error, 'connections_one_person_everywhere') || isTaken(error, 'connections_one_person_in_team')
    throw isElsewhere ? new AppError('account_elsewhere') : error
  }
  // Another account or another key has not failed yet.
  if (isNew && isTracker(kept.provider)) await connections.deleteSync(db, member, kept.provider)
}

const isTracker = (provider: ConnectionProvider): provider is Source => sources.some((source) => source === provider)

/** Whom we speak to with what a member has left, by name. */
const granting = { ...sourceNames, 'google-chat': 'Google Chat', slack: 'Slack' }

/**
 * What a provider has granted this member, to be spoken to in their name.
 * @throws AppError not_connected; ProviderFailure
 */
export async function readGrant(
  services: Pick<Services, 'database' | 'keyring' | 'logEvent'>,
  member: Member,
  provider: keyof typeof granting,
): Promise<{ account: string; subject: string | null; secret: unknown }> {
  const row = await inTeam(services.database, member, (db) => connections.selectGrant(db, member, provider))
  if (!row?.secret) throw new AppError('not_connected')
  const { account, subject, secret } = row
  return {
    account,
    subject,
    secret: unsealed(services, { place: placeOf(member, provider), member, provider }, secret),
  }
}

/**
 * What is kept of a provider.
 * @throws ProviderFailure unauthorized: no key of ours opens it any more, so that it has to be connected again
 */
export function unsealed(
  { keyring, logEvent }: Pick<Services, 'keyring' | 'logEvent'>,
  { place, member, provider }: { place: string; member: { teamId: string }; provider: keyof typeof granting },
  secret: Buffer,
): unknown {
  try {
    return unseal(keyring, place, secret)
  } catch (error) {
    logEvent('stale_key', member, { provider })
    // Its message names the place alone; as a text the log shows it.
    throw new ProviderFailure(granting[provider], 'unauthorized', { cause: String(error) })
  }
}

/** Within the caller's transaction: the secret alone; undefined where none is kept, or none that opens. */
export async function keptGrant(
  { keyring }: Pick<Services, 'keyring'>,
  db: Db,
  member: Member,
  provider: ConnectionProvider,
): Promise<unknown> {
  const row = await connections.selectGrant(db, member, provider)
  if (!row?.secret) return undefined
  try {
    return unseal(keyring, placeOf(member, provider), row.secret)
  } catch {
    return undefined
  }
}

/** Within the caller's transaction: as whom the member is connected there, to be compared; undefined where they are not. */
export async function connectedAs(db: Db, member: Member, provider: ConnectionProvider): Promise<string | undefined> {
  const row = await connections.selectGrant(db, member, provider)
  return row && JSON.stringify([row.account, row.subject])
}

/** Within the caller's transaction: account by provider. */
export async function connectedAccounts(db: Db, scope: Scope): Promise<Record<string, string>> {
  const rows = await connections.selectConnections(db, scope)
  return Object.fromEntries(rows.map(({ provider, account }) => [provider, account]))
}

/**
 * Removes the account with what the profile shows of it. What is not connected stays so: a second tab that has not heard
 * of it gets what it wants.
 * What one signs in with asks for a recent sign-in.
 * @throws AppError not_found: nobody can connect such a provider; admins_only: it is the team's; last_way_in: the member could not sign in any more;
 *   reauthentication_required, sign_in_again
 */
export async function disconnect(services: Services, scope: Scope, name: string): Promise<void> {
  const { config, database, now } = services
  const provider = connectionProviders.find((known) => known === name)
  if (!provider) throw new AppError('not_found')
  if (provider === 'google-chat') return disconnectSpace(services, scope)
  if (isSignIn(provider)) await confirmOwner(services, scope)
  const grant = await inTeam(database, scope, async (db) => {
    if (isSignIn(provider)) {
      const others = signInProviders.filter((other) => other !== provider && config.providers[other])
      await connections.lockMember(db, scope)
      if (await connections.isLastWayIn(db, scope, provider, others)) throw new AppError('last_way_in')
    }
    const kept = provider === 'github' ? await keptGrant(services, db, scope, provider) : undefined
    await connections.deleteConnection(db, scope, provider)
    // With the account goes what was read by it.
    if (isTracker(provider)) await connections.deleteImported(db, scope, provider)
    if (isSignIn(provider)) await connections.clearPicture(db, scope, provider, now())
    return kept as GitHubGrant | undefined
  })
  services.logEvent('account_disconnected', scope, { provider })
  revokeGrant(services, grant)
}

/**
 * Within the caller's transaction: forgets all of a member's accounts elsewhere.
 * @returns what is to be revoked, once that is kept
 */
export async function dropConnections(services: Services, db: Db, member: Member): Promise<GitHubGrant | undefined> {
  const grant = (await keptGrant(services, db, member, 'github')) as GitHubGrant | undefined
  await connections.deleteConnections(db, member)
  return grant
}

/** Nobody waits for GitHub, or hears of its failure: what was granted is forgotten here all the same. */
export function revokeGrant({ config }: Pick<Services, 'config'>, grant: GitHubGrant | undefined): void {
  if (grant && config.providers.github) revokeGitHubGrant(config.providers.github, grant).catch(() => {})
}

/** Within the caller's transaction: what the member could sign in with by somebody connected from a moment on. */
export async function disconnectSignInsFrom(db: Db, member: Member, moment: Date, now: Date): Promise<void> {
  for (const provider of signInProviders)
    if (await connections.deleteConnectedFrom(db, member, provider, moment))
      await connections.clearPicture(db, member, provider, now)
}

/** The team's, whoever has connected it. @throws AppError admins_only */
async function disconnectSpace({ database }: Services, scope: Scope): Promise<void> {
  requireAdministrator(scope)
  await inTeam(database, scope, (db) => connections.deleteSpace(db, scope))
}

const signInProviders = ['google', 'github'] as const
const isSignIn = (provider: ConnectionProvider): provider is (typeof signInProviders)[number] =>
  signInProviders.some((known) => known === provider)

/** Seals anew what an earlier key has sealed (SECRET_KEY_PREVIOUS). */
export async function resealConnections({
  database,
  keyring,
}: Pick<Services, 'database' | 'keyring'>): Promise<Resealed> {
  const rows = await inEveryTeam(database, connections.selectSecrets)
  const kept = rows.flatMap(({ team_id: teamId, user_id: userId, provider, secret }) => {
    const replace = (to: Buffer) =>
      inTeam(database, { teamId }, (db) =>
        connections.updateSecret(db, { teamId, userId }, provider, { from: secret!, to }),
      )
    return secret ? [{ place: placeOf({ teamId, userId }, provider as ConnectionProvider), secret, replace }] : []
  })
  return resealAll(keyring, kept)
}
