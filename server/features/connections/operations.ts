import { type Source, sources } from '#contract/backlogs.ts'
import type { Connected, Connection, Connections } from '#contract/connections.ts'
import {
  type Destination,
  type Provider,
  providerIds,
  providers,
  type SignInProvider,
  signInProviders,
  type WebhookProvider,
  webhookProviders,
} from '#contract/providers.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { answering, endingOwn } from '#server/access/write-key.ts'
import { type Db, withTeamTransaction, isTaken } from '#server/db/database.ts'
import { finishFirstStep } from '#server/db/first-steps.ts'
import { claimIdentity } from '#server/db/identities.ts'
import { noPicture, updatePicture } from '#server/db/picture.ts'
import { AppError } from '#server/errors.ts'
import { confirmOwner } from '#server/features/credentials/operations.ts'
import { keptGrant, sealGrant } from '#server/features/grants/operations.ts'
import { coversIssues, type GitHubGrant } from '#server/providers/github/sign-in.ts'
import type { Services } from '#server/services.ts'
import { tellOwner } from '#server/features/owner-notices/operations.ts'
import { revokeLater } from './revoking.ts'
import * as connections from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

export const listConnections = ({ config, database, keyring }: Services, scope: Scope): Promise<Connections> =>
  withTeamTransaction(database, scope, async (db) => {
    const rows = await connections.selectConnections(db, scope)
    const grant = (await keptGrant({ keyring }, db, scope, 'github')) as GitHubGrant | undefined
    const { github } = config.providers
    const isSlackBroken = await connections.selectIsSlackBroken(db, scope)
    const isPartial = ({ provider }: Connection) =>
      (provider === 'github' && !(github && grant && coversIssues(github, grant))) ||
      (provider === 'slack' && isSlackBroken)
    return {
      connections: rows.map((row) => (isPartial(row) ? Object.assign(row, { connect_again: true }) : row)),
      destinations: await connections.selectDestinations(db, scope),
    }
  })

/** Within the caller's transaction: where the team can be told something. */
export const teamDestinations = (db: Db, team: Pick<Scope, 'teamId'>): Promise<Destination[]> =>
  connections.selectDestinations(db, team)

/** An account that its provider has confirmed. */
type Kept = {
  provider: Provider
  account: string
  /** The provider's own id of the person, null where it is the team's; whoever has connected it already keeps it. */
  subject: string | null
  /** What was granted; undefined where nothing is to be kept. */
  secret?: unknown
  /** False where the same person's earlier grant is kept once more. */
  isNew?: boolean
}

/**
 * Connects a member's account, or their team's. The member gets a letter about an account of theirs.
 * @throws AppError account_elsewhere
 */
export async function connectAccount(
  services: Services,
  member: Member & Partial<Pick<Scope, 'sessionId' | 'writeKey'>>,
  connection: Kept,
): Promise<Connected> {
  const { provider, account } = connection
  const about = { provider: providers[provider].name, name: account }
  const answered = answering(member, () => ({ provider, account }))
  const letters = await withTeamTransaction(services.database, answered, async (db) => {
    // The letter comes first: its link takes back what is connected from then on.
    const notices = isWebhook(provider) ? [] : await tellOwner(services, db, member, 'serviceConnected', about)
    await keepConnection(services, db, member, connection)
    return notices
  })
  services.logEvent('account_connected', member, { provider })
  for (const letter of letters) services.sendMail(letter)
  return { provider, account }
}

/**
 * Within the caller's transaction: keeps it in place of an earlier one there.
 * @throws AppError account_elsewhere
 */
export async function keepConnection(
  services: Pick<Services, 'keyring' | 'now'>,
  db: Db,
  member: Member,
  connection: Kept,
): Promise<void> {
  const { secret, isNew = true, ...account } = connection
  const sealed = secret === undefined ? null : await sealGrant(services, member, account.provider, secret)
  if (isWebhook(account.provider)) {
    await connections.lockTeam(db, member)
    await connections.deleteTeams(db, member, account.provider)
  }
  if (!(await claimIdentity(db, member, account))) throw new AppError('account_elsewhere')
  await revokeLater(services, db, member, await connections.selectReplaced(db, member, account))
  try {
    await connections.upsertConnection(db, member, { ...account, secret: sealed, now: services.now() })
  } catch (error) {
    throw isTaken(error, 'connections_one_person_in_team') ? new AppError('account_elsewhere') : error
  }
  // A connection that only signs in has no secret.
  if (sealed !== null) await finishFirstStep(db, member, 'connect')
  // Another account or another key has not failed yet.
  if (isNew && isTracker(account.provider)) await connections.deleteSync(db, member, account.provider)
}

const isTracker = (provider: Provider): provider is Source => sources.some((source) => source === provider)
const isSignIn = (provider: Provider): provider is SignInProvider => signInProviders.some((known) => known === provider)
const isWebhook = (provider: Provider): provider is WebhookProvider =>
  webhookProviders.some((known) => known === provider)

/** Within the caller's transaction: account by provider. */
export async function connectedAccounts(
  db: Db,
  scope: Pick<Scope, 'teamId' | 'userId'>,
): Promise<Record<string, string>> {
  const rows = await connections.selectConnections(db, scope)
  return Object.fromEntries(rows.map(({ provider, account }) => [provider, account]))
}

/**
 * Removes the account with what the profile shows of it. It succeeds if there is none. One that the member signs in with
 * needs a recent sign-in.
 * @throws AppError not_found: nobody can connect such a provider; admins_only: it is the team's; last_way_in: the member could not sign in any more;
 *   reauthentication_required, sign_in_again
 */
export async function disconnect(services: Services, scope: Scope, name: string): Promise<void> {
  const { config, database } = services
  const provider = providerIds.find((known) => known === name)
  if (!provider) throw new AppError('not_found')
  if (isWebhook(provider)) return disconnectTeams(services, scope, provider)
  if (isSignIn(provider)) await confirmOwner(services, scope)
  await withTeamTransaction(database, endingOwn(answering(scope)), async (db) => {
    if (isSignIn(provider)) {
      const isOnly = provider === 'oidc' && config.providers.oidc?.isOnly
      const others = signInProviders.filter((other) => other !== provider && config.providers[other])
      if (isOnly) throw new AppError('last_way_in')
      if (await connections.isLastWayIn(db, scope, provider, others)) throw new AppError('last_way_in')
    }
    await removeConnections(services, db, scope, { provider })
  })
  services.logEvent('account_disconnected', scope, { provider })
}

/**
 * Removes a member's accounts elsewhere with what the profile shows of them and what was imported by them, and ends what
 * was granted there. Must run in the caller's transaction.
 * @param only a provider, and the moment from which on they were connected
 */
export async function removeConnections(
  services: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  only: { provider?: Provider; from?: Date } = {},
): Promise<void> {
  const removed = await connections.deleteConnections(db, member, only)
  await revokeLater(services, db, member, removed)
  for (const { provider } of removed) {
    if (isSignIn(provider)) await updatePicture(db, member, provider, noPicture, services.now())
    if (isTracker(provider)) await connections.deleteImported(db, member, provider)
  }
}

/** Removes the accounts that let somebody in as the member or write as them. Must run in the caller's transaction. */
export async function removeWaysIn(services: Pick<Services, 'now'>, db: Db, member: Member): Promise<void> {
  for (const provider of [...signInProviders, 'slack'] as const)
    await removeConnections(services, db, member, { provider })
}

export { revokeGitHub } from './revoking.ts'

/** Disconnects everybody in the team from these services. Must run in the caller's transaction. */
export async function disconnectPlaces(
  db: Db,
  team: Pick<Scope, 'teamId'>,
  places: readonly Destination[],
): Promise<void> {
  for (const provider of places) await connections.deleteTeams(db, team, provider)
}

/** Removes the places for the team's notifications that a member connected from a moment on. Must run in the caller's transaction. */
export async function disconnectPlacesOf(db: Db, member: Member, from: Date): Promise<void> {
  for (const provider of webhookProviders) await connections.deleteConnections(db, member, { provider, from })
}

/** The team's, whoever has connected it. @throws AppError admins_only */
async function disconnectTeams(services: Services, scope: Scope, provider: WebhookProvider): Promise<void> {
  requireAdministrator(scope)
  await withTeamTransaction(services.database, answering(scope), (db) => connections.deleteTeams(db, scope, provider))
  services.logEvent('account_disconnected', scope, { provider })
}
