import type { MemberSetups, StoppedSetups } from '#contract/member-setups.ts'
import { providers } from '#contract/providers.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { deleteProvisioningTokenBy, lockProvisioningToken } from '#server/db/accounts/provisioning-tokens.ts'
import { AppError } from '#server/errors.ts'
import { deleteCredential } from '#server/access/credentials/operations.ts'
import { dropPasskeys } from '#server/features/account/passkeys/operations.ts'
import { deleteTokensSince } from '#server/features/account/access-tokens/operations.ts'
import {
  disconnectDestinations,
  disconnectDestinationsOf,
  removeConnections,
} from '#server/features/account/linked-accounts/operations.ts'
import { endLastingAccess } from '#server/features/team/lasting-access/operations.ts'
import { disownDecisions, readRecovery, recordDecision } from '#server/features/team/member-decisions/operations.ts'
import { selectSignUps } from '#server/access/new-member-alerts/operations.ts'
import { withdrawInvitations } from '#server/features/team/invitations/operations.ts'
import {
  forgetPasswordLinks,
  withdrawLinks,
  withdrawLinksMadeBy,
  withdrawPasswordLinks,
} from '#server/access/email-links/operations.ts'
import { stopWebhooks, withAddresses } from '#server/features/webhooks/operations.ts'
import { endSessions } from '#server/access/sessions/operations.ts'
import { deleteChannels, endWorkspace } from '#server/features/chat/slack/operations.ts'
import { nameOf, alertAdministrators } from '#server/access/security-alerts/operations.ts'
import type { Message } from '#server/providers/mail/mail.ts'
import type { Services } from '#server/services.ts'
import * as setups from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Lists the setups that an administrator may want to stop before deactivating a member (E1.09).
 * @throws AppError admins_only, not_found
 */
export function readSetups({ database, keyring, now }: Services, scope: Scope, userId: string): Promise<MemberSetups> {
  requireAdministrator(scope)
  const member = { teamId: scope.teamId, userId }
  return withTeamTransaction(database, scope, async (db) => {
    if (!(await setups.selectIsMember(db, member))) throw new AppError('not_found')
    return {
      webhooks: await withAddresses(keyring, scope, await setups.selectWebhooks(db, member)),
      connections: await setups.selectDestinations(db, member),
      invitations: await setups.countInvitations(db, member, now()),
    }
  })
}

/**
 * Stops the given setups if this member made them. Ignores all others. Must run in the caller's transaction.
 */
export async function stopSetups(
  services: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  { webhooks, connections }: StoppedSetups,
  isErased = false,
): Promise<void> {
  await stopWebhooks(db, member, services.now(), { ids: webhooks })
  const own = (await setups.selectDestinations(db, member)).map(({ provider }) => provider)
  const stopped = own.filter((provider) => connections.includes(provider))
  await disconnectDestinations(
    db,
    member,
    stopped.filter((provider) => provider !== 'slack'),
  )
  if (stopped.includes('slack')) await endWorkspace(services, db, member, isErased ? member : undefined)
}

/**
 * Stops everything that the member set up for the team, because nobody can choose what to keep: a channel of the
 * member's own would otherwise still receive every report (E1.09). Must run in the caller's transaction.
 * @param isErased whether the member's reports will be erased: then the posts about these are deleted, too
 * @returns the names of the stopped setups, for the email to the administrators
 */
export async function stopAllSetups(
  services: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  isErased = false,
): Promise<string[]> {
  const webhooks = await setups.selectWebhooks(db, member)
  const connections = await setups.selectDestinations(db, member)
  const all = {
    webhooks: webhooks.map(({ id }) => id),
    connections: connections.map(({ provider }) => provider),
  }
  await stopSetups(services, db, member, all, isErased)
  return [
    ...connections.map(({ provider, account }) => `${providers[provider].name}: ${account}`),
    ...webhooks.map(({ host }) => host),
  ]
}

/**
 * Prepares emails to the other administrators about setups that stopped without their choice. Must run in the caller's
 * transaction.
 */
export const alertOfStopped = async (
  services: Pick<Services, 'config'>,
  db: Db,
  member: Member,
  stopped: string[],
): Promise<Message[]> =>
  stopped.length === 0
    ? []
    : alertAdministrators(services, db, member, 'setupsStopped', {
        name: await nameOf(db, member),
        stopped,
        except: member.userId,
      })

/**
 * The result of undoing an intruder's changes.
 * - `removed`: the ids of members who lost the administrator right
 * - `isLetIn`: the member was reactivated
 * - `isRestored`: the member got the administrator right back
 * - `isAdmin`: the member has the administrator right
 * - `signUps`: the members who joined because the team was opened
 * - `deactivated`: the ids of deactivated members whom the directory had added
 */
export type RevertedSetups = {
  removed: string[]
  isLetIn: boolean
  isRestored: boolean
  isAdmin: boolean
  signUps: Awaited<ReturnType<typeof selectSignUps>>
  deactivated: string[]
}

/**
 * Returns what to undo. Locks the directory's token and the accounts of all actors, so that none of their writes is still running. Reads
 * again after each lock, because a write that has just ended may have made another accomplice.
 */
async function readLocked(db: Db, member: Member, from: Date) {
  await lockProvisioningToken(db, member)
  const locked = new Set<string>()
  for (;;) {
    const recovery = await readRecovery(db, member, from)
    const others = [...recovery.accomplices, ...recovery.impersonated].map(({ userId }) => userId)
    const ids = [member.userId, ...recovery.removed, ...recovery.added, ...others]
    const unlocked = [...new Set(ids)].filter((id) => !locked.has(id)).toSorted()
    if (unlocked.length === 0) return recovery
    for (const userId of unlocked) {
      await lockAccount(db, { teamId: member.teamId, userId })
      locked.add(userId)
    }
  }
}

/**
 * Undoes what an intruder and accomplices set up for the team since a moment (E1.07, E1.11).
 * - If they took the member's access or administrator right, restores it.
 * - Deactivates members whom the directory added with a token that they had created.
 * - Ends the password that the intruder set for another member with a password link.
 * - Signs accomplices out. Ends the access tokens that accomplices made since that moment, and the links in emails to
 *   accomplices, which could make them administrators again.
 * Must run in the caller's transaction.
 */
export async function revertSetups(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  member: Member,
  from: Date,
): Promise<RevertedSetups> {
  const now = services.now()
  const { accomplices, added, impersonated, owner, present, removed } = await readLocked(db, member, from)
  const doers = [{ userId: member.userId, from }, ...accomplices, ...impersonated]
  for (const { userId, from: since } of doers) {
    const doer = { teamId: member.teamId, userId }
    await disownDecisions(db, doer, since, now)
    await stopWebhooks(db, doer, now, { from: since })
    await setups.closeTeam(db, doer, since)
    await deleteChannels(db, doer, { userId, from: since })
    await deleteProvisioningTokenBy(db, doer, since)
    await withdrawInvitations(db, doer, now, since)
    await withdrawLinksMadeBy(db, doer)
    await disconnectDestinationsOf(db, doer, since)
    await deleteTokensSince(db, doer, since)
    if (await setups.selectChoseSlack(db, doer, since)) await endWorkspace(services, db, member)
  }
  const record = (of: Member, isAdmin: boolean, isActive: boolean | null = null) => {
    const was = present.find(({ userId }) => userId === of.userId)
    return was && recordDecision(db, of, { by: member.userId, isActive, isAdmin, was, at: now })
  }
  const before = present.find(({ userId }) => userId === member.userId)
  const isLetIn = owner.isActive && before?.isActive === false
  const isRestored = owner.isAdmin && before?.isAdmin === false
  if (isLetIn || isRestored) {
    await setups.updateStanding(db, member, owner)
    await record(member, owner.isAdmin, owner.isActive)
  }
  await setups.dropAdministrators(db, member, removed, now)
  for (const userId of new Set([...removed, ...accomplices.map((one) => one.userId)])) {
    const former = { teamId: member.teamId, userId }
    await record(former, false)
    if (userId === member.userId) continue
    await endSessions(db, former, now)
    await withdrawLinks(db, former, 'not-me')
  }
  for (const { userId, from: since } of impersonated)
    await takePasswordBack(services, db, { teamId: member.teamId, userId }, since)
  for (const userId of added) {
    const one = { teamId: member.teamId, userId }
    await record(one, false, false)
    await deactivate(services, db, one)
  }
  const signUps = await selectSignUps(db, member, doers)
  return { removed, isLetIn, isRestored, isAdmin: owner.isAdmin, signUps, deactivated: added }
}

/**
 * Ends the password that an intruder set, all sessions and access tokens, and the sign-in methods that were added
 * since. The member sets a new password by email.
 */
async function takePasswordBack(
  services: Pick<Services, 'config' | 'now'>,
  db: Db,
  member: Member,
  since: Date,
): Promise<void> {
  await endSessions(db, member, services.now())
  await endLastingAccess(db, member)
  await deleteCredential(db, member)
  await dropPasskeys(db, member, since)
  await removeConnections(services, db, member, { from: since })
  await forgetPasswordLinks(db, member)
}

/** Deactivates a member, and ends the member's access and everything that the member set up for the team. */
async function deactivate(services: Pick<Services, 'now'>, db: Db, member: Member): Promise<void> {
  const now = services.now()
  await setups.updateDeactivated(db, member, now)
  await stopAllSetups(services, db, member)
  await endSessions(db, member, now)
  await endLastingAccess(db, member)
  await withdrawInvitations(db, member, now)
  await withdrawPasswordLinks(db, member)
  await withdrawLinks(db, member, 'not-me')
}
