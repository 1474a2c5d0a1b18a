import type { MemberSetups, StoppedSetups } from '#contract/member-setups.ts'
import { requireAdministrator } from '#server/access/administrators.ts'
import type { Scope } from '#server/access/scope.ts'
import { type Db, inTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { disconnectPlaces } from '#server/features/connections/operations.ts'
import { withdrawInvitations } from '#server/features/invitations/operations.ts'
import { stopWebhooks } from '#server/features/outgoing-webhooks/operations.ts'
import { type EndedWorkspace, endWorkspace } from '#server/features/slack/operations.ts'
import type { Services } from '#server/services.ts'
import * as setups from './sql.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/** Lists what an administrator may want to stop before they deactivate a member (E1.09). @throws AppError admins_only, not_found */
export function readSetups({ database, now }: Services, scope: Scope, userId: string): Promise<MemberSetups> {
  requireAdministrator(scope)
  const member = { teamId: scope.teamId, userId }
  return inTeam(database, scope, async (db) => {
    if (!(await setups.selectIsMember(db, member))) throw new AppError('not_found')
    return {
      webhooks: await setups.selectWebhooks(db, member),
      connections: await setups.selectPlaces(db, member),
      invitations: await setups.countInvitations(db, member, now()),
    }
  })
}

/**
 * Stops the given setups if this member made them. Ignores all others. Must run in the caller's transaction.
 * @returns the Slack workspace that the team left. Its grant must be ended after the transaction
 */
export async function stopSetups(
  { now }: Pick<Services, 'now'>,
  db: Db,
  member: Member,
  { webhooks, connections }: StoppedSetups,
): Promise<EndedWorkspace | undefined> {
  await stopWebhooks(db, member, now(), { ids: webhooks })
  const own = (await setups.selectPlaces(db, member)).map(({ provider }) => provider)
  const stopped = own.filter((provider) => connections.includes(provider))
  await disconnectPlaces(
    db,
    member,
    stopped.filter((provider) => provider !== 'slack'),
  )
  return stopped.includes('slack') ? endWorkspace(db, member) : undefined
}

/**
 * `workspace`: the Slack workspace that the team left. Its grant must be ended after the transaction.
 * `removed`: the ids of the former administrators. `isRestored`: whether the member is an administrator again.
 */
export type TakenSetups = { workspace: EndedWorkspace | undefined; removed: string[]; isRestored: boolean }

/**
 * Takes back what somebody set up for the team in the member's name from a moment on (E1.07). Must run in the caller's
 * transaction.
 */
export async function takeBackSetups(db: Db, member: Member, since: { from: Date; now: Date }): Promise<TakenSetups> {
  const { from, now } = since
  await stopWebhooks(db, member, now, { from })
  await withdrawInvitations(db, member, now, from)
  const workspace = (await setups.selectChoseSlack(db, member, from)) ? await endWorkspace(db, member) : undefined
  const isRestored = await setups.restoreAdministrator(db, member, since)
  return { workspace, removed: await setups.dropAdministrators(db, member, since), isRestored }
}
