import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'

type Team = Pick<Scope, 'teamId'>
type Member = Pick<Scope, 'teamId' | 'userId'>
type Channel = { id: string; name: string }
type Workspace = { workspaceId: string; name: string; secret: string }

export const selectWorkspace = (db: Db, { teamId }: Team) =>
  db
    .selectFrom('slack_workspaces')
    .where('team_id', '=', teamId)
    .select(['workspace_id', 'name', 'secret'])
    .executeTakeFirst()

export const selectIsConnected = (db: Db, { teamId }: Team): Promise<boolean> =>
  hasRow(db.selectFrom('connections').where('team_id', '=', teamId).where('provider', '=', 'slack').select('user_id'))

/** Stores the team's workspace, in place of an earlier one. */
export const upsertWorkspace = (
  db: Db,
  { teamId, userId }: Member,
  { workspaceId, name, secret }: Workspace,
  now: Date,
) =>
  db
    .insertInto('slack_workspaces')
    .values({
      team_id: teamId,
      workspace_id: workspaceId,
      name,
      secret,
      installed_by: userId,
      installed_at: now,
    })
    .onConflict((taken) =>
      taken.column('team_id').doUpdateSet({
        workspace_id: workspaceId,
        name,
        secret,
        installed_by: userId,
        installed_at: now,
        disconnected_at: null,
        failure: null,
      }),
    )
    .execute()

/** Records that the member chose this workspace for the team. */
export const updateChosen = (db: Db, { teamId, userId }: Member, now: Date) =>
  db.updateTable('slack_workspaces').set({ chosen_by: userId, chosen_at: now }).where('team_id', '=', teamId).execute()

/** The number of choices that are stored for each team. */
const choicesMost = 50

/** Stores the choice of a channel, and deletes the oldest choices. Must run while the team is locked. */
export async function insertChannel(
  db: Db,
  { teamId, userId }: Member,
  { id: channel, name }: Channel,
  now: Date,
): Promise<void> {
  await db
    .insertInto('slack_channels')
    .values({ team_id: teamId, channel, name, chosen_by: userId, chosen_at: now })
    .execute()
  await sql`
    delete from slack_channels where team_id = ${teamId} and id <= (
      select id from slack_channels where team_id = ${teamId} order by id desc offset ${choicesMost} limit 1
    )`.execute(db)
}

/** Returns the channel that an administrator chose last. */
export const selectChannel = (db: Db, { teamId }: Team): Promise<Channel | undefined> =>
  db
    .selectFrom('slack_channels')
    .where('team_id', '=', teamId)
    .orderBy('slack_channels.id', 'desc') // `id` alone would be the channel, which is selected as `id`
    .limit(1)
    .select(['channel as id', 'name'])
    .executeTakeFirst()

/** Deletes the team's choices of a channel. @param only limits the deletion to a member's choices from a moment on */
export const deleteChannels = (db: Db, { teamId }: Team, only?: { userId: string; from: Date }) =>
  db
    .deleteFrom('slack_channels')
    .where('team_id', '=', teamId)
    .$if(only !== undefined, (those) => those.where('chosen_by', '=', only!.userId))
    .$if(only !== undefined, (those) => those.where('chosen_at', '>=', only!.from))
    .execute()

export const deleteWorkspace = (db: Db, { teamId }: Team) =>
  db
    .deleteFrom('slack_workspaces')
    .where('team_id', '=', teamId)
    .returning(['workspace_id', 'secret'])
    .executeTakeFirst()

/**
 * Deletes the records of the Slack posts about everything that a member has written. Must run before the member's
 * reports are deleted.
 * @returns the channel and timestamp of each post
 */
export async function takePosts(db: Db, { teamId, userId }: Member): Promise<{ channel: string; ts: string }[]> {
  const { rows } = await sql<{ channel: string; ts: string }>`
    delete from outbox where team_id = ${teamId} and destination = 'slack' and channel is not null and ts is not null
      and (report_id in (select id from reports where team_id = ${teamId} and user_id = ${userId})
        or comment_id in (select id from comments where team_id = ${teamId} and user_id = ${userId}))
    returning channel, ts`.execute(db)
  return rows
}

/** Returns whether any team has this workspace. */
export const selectIsWorkspaceUsed = (db: Db, workspaceId: string): Promise<boolean> =>
  hasRow(db.selectFrom('slack_workspaces').where('workspace_id', '=', workspaceId).select('team_id'))

/** Returns the team's members with their Slack ids. */
export const selectMembers = (db: Db, { teamId }: Team) =>
  db
    .selectFrom('users')
    .leftJoin('connections', (on) =>
      on
        .onRef('connections.team_id', '=', 'users.team_id')
        .onRef('connections.user_id', '=', 'users.id')
        .on('connections.provider', '=', 'slack'),
    )
    .where('users.team_id', '=', teamId)
    .select(['users.id', 'users.email_key', 'users.email_proven_at', 'users.is_active', 'connections.subject'])
    .execute()

export const selectSecrets = (db: Db) => db.selectFrom('slack_workspaces').select(['team_id', 'secret']).execute()

/** @param change.from the secret to replace: a secret that has changed since is not overwritten */
export const updateSecret = (db: Db, { teamId }: Team, change: { from: string; to: string }) =>
  db
    .updateTable('slack_workspaces')
    .set({ secret: change.to })
    .where((is) => is.and({ team_id: teamId, secret: change.from }))
    .execute()
