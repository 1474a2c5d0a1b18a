import { unseal } from '#server/access/sealed.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inEveryTeam } from '#server/db/database.ts'
import { revoke } from '#server/providers/slack/slack.ts'
import type { Services } from '#server/services.ts'
import { disconnectPlaces } from '../connections/operations.ts'
import { type Kept, placeOf } from './kept.ts'
import * as workspaces from './sql.ts'

/** What a team's workspace leaves behind: its grant at Slack. */
export type EndedWorkspace = { workspace_id: string; secret: Buffer }

/** Within the caller's transaction: the team has no Slack any more, and none of its members is anybody there. */
export async function endWorkspace(db: Db, team: Pick<Scope, 'teamId'>): Promise<EndedWorkspace | undefined> {
  await workspaces.lockTeam(db, team)
  await disconnectPlaces(db, team, ['slack'])
  return workspaces.deleteWorkspace(db, team)
}

/** Ends the grant at Slack, too. Nobody waits for it: here it is over already. */
export function endGrant(services: Services, team: Pick<Scope, 'teamId'>, left: EndedWorkspace): void {
  revokeUnlessShared(services, team, left).catch(() => {})
}

/** A workspace has one token for us, whichever of our teams it has: while another one is left, it stays. */
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
