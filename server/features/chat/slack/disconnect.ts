import { v7 as newId } from 'uuid'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { lockTeam } from '#server/db/accounts/lock-team.ts'
import { addJob, type Jobs } from '#server/db/jobs.ts'
import { ProviderFailure } from '#server/errors.ts'
import type { FailureReason } from '#contract/errors.ts'
import { deleteMessage } from '#server/providers/slack/changes.ts'
import { revoke, type Slack } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { disconnectDestinations } from '#server/features/account/linked-accounts/operations.ts'
import { unsealBotToken } from './sealed-token.ts'
import * as workspaces from './sql.ts'

type Team = Pick<Scope, 'teamId'>
type Member = Pick<Scope, 'teamId' | 'userId'>
type Posted = { channel: string; ts: string }

/** The most messages that one attempt deletes. Slack accepts about 50 deletions a minute. */
const deletedAtOnce = 30
const nextInMs = 60_000

/**
 * Disconnects the team and all its members from Slack, and ends the grant at Slack. Must run in the caller's
 * transaction.
 * @param erased a member whose reports will be erased: their posts are deleted in Slack before the grant ends
 */
export async function endWorkspace(
  services: Pick<Services, 'now'>,
  db: Db,
  team: Team,
  erased?: Member,
): Promise<void> {
  await lockTeam(db, team)
  await disconnectDestinations(db, team, ['slack'])
  const left = await workspaces.deleteWorkspace(db, team)
  await leaveWorkspace(services, db, team, left, left && erased ? await workspaces.takePosts(db, erased) : [])
}

/**
 * Queues the revocation of the grant at Slack for a workspace that the team has left. Must run in the caller's
 * transaction.
 */
export async function leaveWorkspace(
  { now }: Pick<Services, 'now'>,
  db: Db,
  { teamId }: Team,
  left: { workspace_id: string; secret: string } | undefined,
  messages: Posted[] = [],
): Promise<void> {
  if (!left) return
  const payload = { teamId, workspaceId: left.workspace_id, secret: left.secret, messages }
  await addJob(db, 'revoke-slack', payload, { key: `revoke-slack ${newId()}`, runAt: now() })
}

/**
 * Deletes the messages in portions, and then ends the grant at Slack. The queue retries if Slack fails. Keeps the grant
 * while a team of this deployment uses the workspace, because Slack issues one token for all of them.
 * @throws ProviderFailure
 */
export async function revokeSlack(services: Services, job: Jobs['revoke-slack']) {
  const { config, database, now } = services
  const { teamId, workspaceId, secret, messages = [] } = job
  const { slack } = config.providers
  const kept = slack && (await unsealBotToken(services, { teamId }, secret))
  if (!slack || !kept) return
  try {
    for (const message of messages.slice(0, deletedAtOnce)) await deleteIfAllowed(slack, kept.botToken, message)
    const rest = messages.slice(deletedAtOnce)
    if (rest.length > 0) {
      const when = { key: `revoke-slack ${newId()}`, runAt: new Date(now().getTime() + nextInMs) }
      const payload = { teamId, workspaceId, secret, messages: rest }
      await withTeamTransaction(database, { teamId }, (db) => addJob(db, 'revoke-slack', payload, when))
      return
    }
    if (await withEveryTeamTransaction(database, (db) => workspaces.selectIsWorkspaceUsed(db, workspaceId))) return
    await revoke(slack, kept.botToken)
  } catch (error) {
    // The token is already revoked.
    if (error instanceof ProviderFailure && error.reason === 'unauthorized') return
    throw error
  }
}

/**
 * The failures after which the whole attempt is repeated. After any other failure, Slack would refuse to delete this
 * message every time.
 */
const ofAttempt = new Set<FailureReason>([
  'unauthorized',
  'rate_limited',
  'unavailable',
  'invalid_response',
  'unknown_outcome',
])

async function deleteIfAllowed(slack: Slack, botToken: string, message: Posted): Promise<void> {
  try {
    await deleteMessage(slack, botToken, message)
  } catch (error) {
    if (!(error instanceof ProviderFailure) || ofAttempt.has(error.reason)) throw error
  }
}
