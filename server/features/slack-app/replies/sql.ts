import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

type Team = { teamId: string }
type Message = { channel: string; ts: string }

/** Returns the report whose post was replied to, in any team that uses the workspace. */
export async function selectReport(
  db: Db,
  { workspaceId, channel, threadTs }: { workspaceId: string; channel: string; threadTs: string },
): Promise<{ teamId: string; reportId: string } | undefined> {
  const { rows } = await sql<{ teamId: string; reportId: string }>`
    select p.team_id as "teamId", p.report_id as "reportId" from slack_workspaces w
    join outbox p on p.team_id = w.team_id and p.channel = ${channel} and p.ts = ${threadTs} and p.kind = 'report_post'
    where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]
}

/** Returns the team's active members with a linked person in Slack. */
export const selectPeople = (db: Db, { teamId }: Team) =>
  db
    .selectFrom('connections as c')
    .innerJoin('users as u', (on) => on.onRef('u.team_id', '=', 'c.team_id').onRef('u.id', '=', 'c.user_id'))
    .where('c.team_id', '=', teamId)
    .where('u.team_id', '=', teamId)
    .where('c.provider', '=', 'slack')
    .where('u.is_active', '=', true)
    .select(['c.subject', 'u.id', 'u.display_name as name'])
    .execute()

/**
 * Records a reply.
 * @param of.commentId null if the reply was deleted in Slack before it arrived here
 * @returns false if the reply is already known, or is a message of ours
 */
export async function insertReply(
  db: Db,
  { teamId }: Team,
  of: Message & { reportId: string; commentId: string | null; edited: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into slack_replies (team_id, channel, ts, report_id, comment_id, edited, created_at)
    select t.id, ${of.channel}, ${of.ts}, ${of.reportId}::uuid, ${of.commentId}::uuid, ${of.edited}, ${of.now}::timestamptz
    from teams t where t.id = ${teamId} and not exists (
      select from outbox p where p.team_id = ${teamId} and p.channel = ${of.channel} and p.ts = ${of.ts}
    )
    on conflict do nothing returning ts`.execute(db)
  return rows.length > 0
}

/**
 * Records a newer version of a reply. An older version changes nothing.
 * @param of.edited Slack's timestamp of the version
 * @returns the id of the comment to change; undefined if there is none
 */
export async function renewReply(
  db: Db,
  { teamId }: Team,
  { channel, ts, edited }: Message & { edited: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ comment_id: string | null }>`
    update slack_replies set edited = ${edited}
    where team_id = ${teamId} and channel = ${channel} and ts = ${ts}
      and case when edited = '' then 0 else edited::numeric end < ${edited}::numeric
    returning comment_id`.execute(db)
  return rows[0]?.comment_id ?? undefined
}

/** Marks a reply as deleted in Slack, so that a late event cannot store it again. @returns the id of its comment */
export async function endReply(db: Db, { teamId }: Team, { channel, ts }: Message): Promise<string | undefined> {
  const { rows } = await sql<{ comment_id: string | null }>`
    with was as (
      select comment_id from slack_replies
      where team_id = ${teamId} and channel = ${channel} and ts = ${ts} for update
    )
    update slack_replies r set comment_id = null from was
    where r.team_id = ${teamId} and r.channel = ${channel} and r.ts = ${ts}
    returning was.comment_id`.execute(db)
  return rows[0]?.comment_id ?? undefined
}

export const isOld = (before: Date) => sql<boolean>`created_at < ${before}`
