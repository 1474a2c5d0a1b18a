import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from './database.ts'
import { workingTime } from './fragments/due.ts'
import { addJob } from './jobs.ts'
import type { OutboxDestination } from './schema/tables/outbox.ts'

/** Adds the job that delivers a message, in the caller's transaction. A message has at most one waiting job. */
export const queueDelivery = (
  db: Db,
  { teamId, id, destination }: { teamId: string; id: string; destination: OutboxDestination },
  runAt: Date,
): Promise<void> => addJob(db, 'deliver', { teamId, id }, { key: `deliver ${id}`, runAt, group: groupOf(destination) })

const groupOf = (destination: OutboxDestination) =>
  destination === 'webhook' || destination === 'push' ? 'chosen-address' : 'known-service'

/**
 * Returns the first time, at `instant` or later, at which the message `o` may be sent: a message of the kind `report`
 * in working hours, other messages at once.
 */
export const allowedTime = (team: { teamId: string }, instant: Date) =>
  sql<Date>`case when o.kind = 'report' then ${workingTime(team, instant)} else ${instant}::timestamptz end`

type Changed = { teamId: string; ids: readonly string[] }

/** Makes posts due again. A post stays `dead` if it may have arrived and we do not know its message in Slack. */
const renew = (db: Db, { teamId }: { teamId: string }, which: RawBuilder<unknown>, now: Date) =>
  sql`
    update outbox set revision = revision + 1, due_at = ${now}, status = case when status = 'sending' then status else 'pending' end,
      attempts = case when status = 'sending' then attempts else 0 end
    where team_id = ${teamId} and ${which} and not (status = 'dead' and failure = 'unknown_outcome' and ts is null)`.execute(
    db,
  )

/**
 * Makes the Slack posts of reports and of their comments due again, so that each is updated to its current content.
 * Must run in each transaction that changes, deletes or restores a report.
 */
export const renewPosts = (db: Db, { teamId, ids }: Changed, now: Date) =>
  renew(db, { teamId }, sql`report_id = any(${ids}::uuid[])`, now)

/**
 * Makes the posts of comments due again. Adds the missing posts of visible comments whose report has a post, except of
 * comments that were written in Slack. Must run in each transaction that adds, changes, deletes or restores a comment
 * on a report.
 */
export async function followComments(db: Db, { teamId, ids }: Changed, now: Date): Promise<void> {
  const posts = ids.map((comment_id) => ({ id: newId(), comment_id }))
  await Promise.all([
    renew(db, { teamId }, sql`comment_id = any(${ids}::uuid[])`, now),
    sql`
      insert into outbox (team_id, id, destination, kind, report_id, comment_id, channel, thread_ts, due_at)
      select head.team_id, p.id, head.destination, 'comment_post', c.report_id, c.id, head.channel,
        coalesce(head.thread_ts, head.ts), ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as p (id uuid, comment_id uuid)
      join comments c on c.team_id = ${teamId} and c.id = p.comment_id and c.deleted_at is null
      join outbox head on head.team_id = ${teamId} and head.report_id = c.report_id and head.kind = 'report_post'
        and head.ts is not null
      where not exists (select from slack_replies r where r.team_id = ${teamId} and r.comment_id = c.id)
      on conflict do nothing`.execute(db),
  ])
}

/**
 * Makes the posts of everything that a member has written due again. Must run before the member's row is deleted, which deletes
 * their reports and comments.
 */
export const renewPostsOf = (db: Db, { teamId, userId }: { teamId: string; userId: string }, now: Date) =>
  renew(
    db,
    { teamId },
    sql`(report_id in (select id from reports where team_id = ${teamId} and user_id = ${userId})
      or comment_id in (select id from comments where team_id = ${teamId} and user_id = ${userId}))`,
    now,
  )
