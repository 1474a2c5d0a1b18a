import { unseal } from '#server/access/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inEveryTeam } from '#server/db/database.ts'
import { revoke } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { disconnectPlaces } from '../connections/operations.ts'
import { type Kept, placeOf } from './kept.ts'
import * as workspaces from './sql.ts'

/** The grant at Slack of a workspace that a team has left. */
export type EndedWorkspace = { workspace_id: string; secret: Buffer }

/** Disconnects the team and all its members from Slack. Must run in the caller's transaction. */
export async function endWorkspace(db: Db, team: Pick<Scope, 'teamId'>): Promise<EndedWorkspace | undefined> {
  await workspaces.lockTeam(db, team)
  await disconnectPlaces(db, team, ['slack'])
  return workspaces.deleteWorkspace(db, team)
}

/** Ends the grant at Slack, too. Does not wait for it: the workspace is already disconnected here. */
export function endGrant(services: Services, team: Pick<Scope, 'teamId'>, left: EndedWorkspace): void {
  revokeUnlessShared(services, team, left).catch(() => {})
}

/** Keeps the grant while another of our teams uses the workspace: Slack gives us one token for all of them. */
async function revokeUnlessShared(
  { config, database, keyring }: Services,
  { teamId }: Pick<Scope, 'teamId'>,
  { workspace_id, secret }: EndedWorkspace,
): Promise<void> {
  const isLeft = await inEveryTeam(database, (db) => workspaces.selectIsSomebodys(db, workspace_id))
  if (isLeft || !config.providers.slack) return
  const { botToken } = unseal(keyring, placeOf(teamId), secret) as Kept
  await revoke(config.providers.slack, botToken)
}
