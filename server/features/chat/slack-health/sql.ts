import { sql } from 'kysely'
import type { FailureReason } from '#contract/errors.ts'
import type { Db } from '#server/db/database.ts'

type Team = { teamId: string }

/** Marks Slack as disconnected. @returns whether Slack was connected until now */
export async function updateDisconnected(
  db: Db,
  { teamId }: Team,
  { failure, now }: { failure: FailureReason; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update slack_workspaces set disconnected_at = ${now}, failure = ${failure}
    where team_id = ${teamId} and disconnected_at is null returning team_id`.execute(db)
  return rows.length > 0
}

export const updateConnected = (db: Db, { teamId }: Team) =>
  sql`
    update slack_workspaces set disconnected_at = null, failure = null
    where team_id = ${teamId} and disconnected_at is not null`.execute(db)

export const selectTeams = (db: Db, workspaceId: string) =>
  db.selectFrom('slack_workspaces').where('workspace_id', '=', workspaceId).select('team_id as teamId').execute()
