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
import { answering, endingOwn } from '#server/access/idempotency.ts'
import { type Db, withTeamTransaction, isUniqueViolation } from '#server/db/database.ts'
import { updateResumed } from '#server/db/accounts/access-pause.ts'
import { lockTeam } from '#server/db/accounts/lock-team.ts'
import { finishFirstStep } from '#server/db/accounts/first-steps.ts'
import { claimIdentity } from '#server/db/accounts/identities.ts'
import { noPicture, updatePicture } from '#server/db/accounts/picture.ts'
import { AppError } from '#server/errors.ts'
import { endCompanyAdministrator } from '#server/access/company-right/operations.ts'
import { confirmOwner } from '#server/access/credentials/operations.ts'
import { findSecret, sealGrant } from '#server/access/provider-secrets/operations.ts'
import { coversIssues, type GitHubGrant } from '#server/providers/github/sign-in.ts'
import type { Services } from '#server/services.ts'
import { alertOwner } from '#server/access/security-alerts/operations.ts'
import { revokeLater } from './revoke-grants.ts'
import { selectDestinations } from '#server/db/accounts/destinations.ts'
import * as connections from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

export const listConnections = ({ config, database, keyring }: Services, scope: Scope): Promise<Connections> =>
  withTeamTransaction(database, scope, async (db) => {
    const rows = await connections.selectConnections(db, scope)
    const grant = (await findSecret({ keyring }, db, scope, 'github')) as GitHubGrant | undefined
    const { github } = config.providers
    const needsSlackAgain = await connections.selectNeedsSlackAgain(db, scope)
    const isPartial = ({ provider }: Connection) =>
      (provider === 'github' && !(github && grant && coversIssues(github, grant))) ||
      (provider === 'slack' && needsSlackAgain)
    return {
      connections: rows.map((row) => (isPartial(row) ? Object.assign(row, { connect_again: true }) : row)),
      destinations: await selectDestinations(db, scope),
    }
  })

/** An account that its provider has confirmed, and that is to be connected. */
type Kept = {
  provider: Provider
  account: string
  /** The provider's id of the person; null for an account of the team. */
  subject: string | null
  /**
   * The key of the email by which somebody else linked this person to the member. Undefined if the member connected the
   * account.
   */
  linkedEmailKey?: string
  /** The granted secret, undefined if none is stored. */
  secret?: unknown
  /** False if the earlier grant of the same person is stored again. */
  isNew?: boolean
}

/**
 * Connects an account of a member or of their team. Notifies the member by email if the account is the member's own.
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
  const mails = await withTeamTransaction(services.database, answered, async (db) => {
    // The email must come first: its link undoes only connections that are made later.
    const notices = isWebhook(provider) ? [] : await alertOwner(services, db, member, 'serviceConnected', about)
    await saveConnection(services, db, member, connection)
    return notices
  })
  services.logEvent('account_connected', member, { provider })
  for (const mail of mails) services.sendMail(mail)
  return { provider, account }
}

/**
 * Stores a connection, and replaces the earlier one to the same provider. Must run in the caller's transaction.
 * @throws AppError account_elsewhere
 */
export async function saveConnection(
  services: Pick<Services, 'keyring' | 'now'>,
  db: Db,
  member: Member,
  connection: Kept,
): Promise<void> {
  const { secret, isNew = true, linkedEmailKey = null, ...account } = connection
  const sealed = secret === undefined ? null : await sealGrant(services, member, account.provider, secret)
  if (isWebhook(account.provider)) {
    await lockTeam(db, member)
    await connections.deleteTeams(db, member, account.provider)
  }
  if (!(await claimIdentity(db, member, account))) throw new AppError('account_elsewhere')
  await revokeLater(services, db, member, await connections.selectReplaced(db, member, account))
  try {
    await connections.upsertConnection(db, member, { ...account, linkedEmailKey, secret: sealed, now: services.now() })
  } catch (error) {
    throw isUniqueViolation(error, 'connections_one_person_in_team') ? new AppError('account_elsewhere') : error
  }
  // A connection without a secret only serves to sign in, so it completes no onboarding step.
  if (sealed !== null) await finishFirstStep(db, member, 'connect')
  // A newly connected account or key has no sync failure yet, so the state of the former one is deleted.
  if (isNew && isTracker(account.provider)) await connections.deleteSync(db, member, account.provider)
}

const isTracker = (provider: Provider): provider is Source => sources.some((source) => source === provider)
const isSignIn = (provider: Provider): provider is SignInProvider => signInProviders.some((known) => known === provider)
const isWebhook = (provider: Provider): provider is WebhookProvider =>
  webhookProviders.some((known) => known === provider)

/**
 * Returns the account names of the connections that the member sees, by provider. Must run in the caller's transaction.
 */
export async function connectedAccounts(
  db: Db,
  scope: Pick<Scope, 'teamId' | 'userId'>,
): Promise<Record<string, string>> {
  const rows = await connections.selectConnections(db, scope)
  return Object.fromEntries(rows.map(({ provider, account }) => [provider, account]))
}

/**
 * Disconnects an account, and removes its profile data and imported items. Succeeds if the member has no account at the
 * provider. Requires a recent sign-in if the member can sign in with the account.
 * @throws AppError not_found: no such provider can be connected; admins_only: the account is the team's; last_way_in:
 * the member could no longer sign in; last_admin: the member would lose the administrator right, and nobody else with
 * access has it; reauthentication_required, sign_in_again
 */
export async function disconnect(services: Services, scope: Scope, name: string): Promise<void> {
  const { config, database } = services
  const provider = providerIds.find((known) => known === name)
  if (!provider) throw new AppError('not_found')
  if (isWebhook(provider)) return disconnectTeams(services, scope, provider)
  if (isSignIn(provider)) await confirmOwner(services, scope)
  const answered = endingOwn(answering(scope, () => undefined))
  const isRightEnded = await withTeamTransaction(database, answered, async (db) => {
    if (isSignIn(provider)) {
      const isOnly = provider === 'oidc' && config.providers.oidc?.isOnly
      const others = signInProviders.filter((other) => other !== provider && config.providers[other])
      if (isOnly) throw new AppError('last_way_in')
      if (await connections.isLastLogin(db, scope, provider, others)) throw new AppError('last_way_in')
    }
    const isEnded = await removeConnections(services, db, scope, { provider })
    if (isEnded === false && scope.isAdmin) throw new AppError('last_admin')
    return isEnded
  })
  services.logEvent('account_disconnected', scope, { provider })
  if (isRightEnded) services.logEvent('administrator_removed', scope, { by: 'oidc' })
}

/**
 * Removes a member's accounts with their profile data and imported items. Queues the revocation of a grant at GitHub.
 * Must run in the caller's transaction.
 * @param only limits the removal to a provider, and to connections that were made from a moment on
 * @returns whether the member's administrator right ended; undefined if the right does not depend on the removed
 * accounts
 */
export async function removeConnections(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  member: Member,
  only: { provider?: Provider; from?: Date } = {},
): Promise<boolean | undefined> {
  const removed = await connections.deleteConnections(db, member, only)
  await revokeLater(services, db, member, removed)
  for (const { provider } of removed) {
    if (isSignIn(provider)) await updatePicture(db, member, provider, noPicture, services.now())
    if (isTracker(provider)) await connections.deleteImported(db, member, provider)
  }
  const isCompanys = removed.some(({ provider }) => provider === 'oidc')
  // A pause lasts until the member signs in at the company's provider. The member no longer has an account there, so
  // the pause ends here. If everybody must sign in there, the member can do so again, and stays paused.
  if (isCompanys && !services.config.providers.oidc?.isOnly) await updateResumed(db, member)
  if (!isCompanys || !services.config.providers.oidc?.adminClaim) return undefined
  return endCompanyAdministrator(db, member, services.now())
}

/**
 * Removes the accounts with which somebody can sign in or write as the member. Must run in the caller's transaction.
 */
export async function removeLinkedLogins(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  member: Member,
): Promise<void> {
  for (const provider of [...signInProviders, 'slack'] as const)
    await removeConnections(services, db, member, { provider })
}

export { revokeGitHub } from './revoke-grants.ts'

/** Disconnects the whole team from these services. Must run in the caller's transaction. */
export async function disconnectDestinations(
  db: Db,
  team: Pick<Scope, 'teamId'>,
  places: readonly Destination[],
): Promise<void> {
  for (const provider of places) await connections.deleteTeams(db, team, provider)
}

/** Removes the team's services that a member connected from a moment on. Must run in the caller's transaction. */
export async function disconnectDestinationsOf(db: Db, member: Member, from: Date): Promise<void> {
  for (const provider of webhookProviders) await connections.deleteConnections(db, member, { provider, from })
}

/** Disconnects a service of the team, also if another member connected it. @throws AppError admins_only */
async function disconnectTeams(services: Services, scope: Scope, provider: WebhookProvider): Promise<void> {
  requireAdministrator(scope)
  await withTeamTransaction(services.database, answering(scope), (db) => connections.deleteTeams(db, scope, provider))
  services.logEvent('account_disconnected', scope, { provider })
}
