import { v7 as newId } from 'uuid'
import type { Scope } from '#server/access/scope.ts'
import { type Db, withEveryTeamTransaction } from '#server/db/database.ts'
import { addJob, type Jobs } from '#server/db/jobs.ts'
import { ProviderFailure } from '#server/errors.ts'
import { revoke } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { disconnectDestinations } from '#server/features/account/linked-accounts/operations.ts'
import { unsealBotToken } from './sealed-token.ts'
import * as workspaces from './sql.ts'

type Team = Pick<Scope, 'teamId'>

/** Disconnects the team and all its members from Slack, and ends the grant there. Must run in the caller's transaction. */
export async function endWorkspace(services: Pick<Services, 'now'>, db: Db, team: Team): Promise<void> {
  await workspaces.lockTeam(db, team)
  await disconnectDestinations(db, team, ['slack'])
  await leaveWorkspace(services, db, team, await workspaces.deleteWorkspace(db, team))
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
): Promise<void> {
  if (!left) return
  const payload = { teamId, workspaceId: left.workspace_id, secret: left.secret }
  await addJob(db, 'revoke-slack', payload, { key: `revoke-slack ${newId()}`, runAt: now() })
}

/**
 * Ends the grant at Slack. The queue repeats this if Slack fails. Keeps the grant while a team of ours uses the workspace:
 * Slack gives us one token for all of them.
 * @throws ProviderFailure
 */
export async function revokeSlack(services: Services, { teamId, workspaceId, secret }: Jobs['revoke-slack']) {
  const { config, database } = services
  const isUsed = await withEveryTeamTransaction(database, (db) => workspaces.selectIsWorkspaceUsed(db, workspaceId))
  if (isUsed || !config.providers.slack) return
  const kept = await unsealBotToken(services, { teamId }, secret)
  if (!kept) return
  try {
    await revoke(config.providers.slack, kept.botToken)
  } catch (error) {
    // The token is already revoked.
    if (error instanceof ProviderFailure && error.reason === 'unauthorized') return
    throw error
  }
}
