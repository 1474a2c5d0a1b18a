import { type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { ChatTables } from '#server/db/chat-tables.ts'
import type { FailureReason } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { reportFields, type Words } from '#contract/report-fields.ts'
import type { Destination } from '#contract/providers.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { Db } from '#server/db/database.ts'
import { insertRows } from '#server/db/insert-rows.ts'

type Team = { teamId: string }
type Place = Team & { id: string }

type Row = Selectable<ChatTables['chat_posts']>
/** `due_at` is exact to the microsecond, which a `Date` is not. */
export type Post = Omit<Row, 'team_id' | 'is_ours' | 'failure' | 'created_at' | 'due_at'> & { due_at: string }
/** Where a message stands. */
export type Stands = { channel: string; ts: string; threadTs: string | null }

/** A report's message stands there from now on; what was said to it meanwhile follows it. */
export async function insertReport(
  db: Db,
  { teamId, id }: Place,
  { reportId, stands, shown, now }: { reportId: string; stands: Stands; shown: string; now: Date },
): Promise<void> {
  const { channel, ts, threadTs } = stands
  const kept = await sql`
    insert into chat_posts (team_id, id, destination, kind, report_id, channel, ts, thread_ts, is_ours, shown, due_at, created_at)
    values (${teamId}, ${id}, 'slack', 'report', ${reportId}, ${channel}, ${ts}, ${threadTs}, true, ${shown}, ${now}, ${now})
    on conflict do nothing returning id`.execute(db)
  if (kept.rows.length === 0) return
  const said = await db
    .selectFrom('comments')
    .where((is) => is.and({ team_id: teamId, report_id: reportId }))
    .where('deleted_at', 'is', null)
    .select('id')
    .execute()
  if (said.length === 0) return
  const posts = said.map((comment) => ({
    team_id: teamId,
    id: newId(),
    destination: 'slack' as const,
    kind: 'comment' as const,
    channel,
    thread_ts: threadTs ?? ts,
    is_ours: true,
    report_id: reportId,
    comment_id: comment.id,
    due_at: now,
    created_at: now,
  }))
  await insertRows(db, 'chat_posts', posts)
    .onConflict((taken) => taken.doNothing())
    .execute()
}

/** @returns the thread's head, where somebody has begun it already */
export async function beginThread(
  db: Db,
  { teamId, id }: Place,
  { day, now }: { day: string; now: Date },
): Promise<{ ts: string | null; created_at: Date } | undefined> {
  const begun = await sql`
    insert into chat_posts (team_id, id, destination, kind, day, is_ours, created_at)
    values (${teamId}, ${id}, 'slack', 'thread', ${day}, true, ${now}) on conflict do nothing returning id`.execute(db)
  if (begun.rows.length > 0) return undefined
  return db
    .selectFrom('chat_posts')
    .where((is) => is.and({ team_id: teamId, destination: 'slack', kind: 'thread', day }))
    .select(['ts', 'created_at'])
    .executeTakeFirst()
}

/** Locks it until the transaction ends; undefined where nothing is to be done. */
export async function selectPost(db: Db, { teamId, id }: Place, now: Date): Promise<Post | undefined> {
  const { rows } = await sql<Post>`
    select id, kind, destination, report_id, comment_id, day, channel, ts, thread_ts, shown, attempts, due_at::text,
      sending_at
    from chat_posts where team_id = ${teamId} and id = ${id} and due_at <= ${now} for update`.execute(db)
  return rows[0]
}

export type ReportShown = { author: string; day: string; language: Language; report_time: ReportTime; report: Words }

export async function selectReport(db: Db, { teamId }: Team, reportId: string): Promise<ReportShown | undefined> {
  const { rows } = await sql<ReportShown>`
    select u.display_name as author, r.report_date as day, t.language, r.report_time,
      json_build_object(${sql.join(reportFields.flatMap((field) => [sql.lit(field), sql.ref(`r.${field}`)]))}) as report
    from reports r join users u on u.team_id = ${teamId} and u.id = r.user_id join teams t on t.id = ${teamId}
    where r.team_id = ${teamId} and r.id = ${reportId}`.execute(db)
  return rows[0]
}

export async function selectComment(
  db: Db,
  { teamId }: Team,
  commentId: string,
): Promise<{ author: string; body: string } | undefined> {
  const { rows } = await sql<{ author: string; body: string }>`
    select u.display_name as author, c.body from comments c join users u on u.team_id = ${teamId} and u.id = c.user_id
    where c.team_id = ${teamId} and c.id = ${commentId} and c.deleted_at is null`.execute(db)
  return rows[0]
}

/** From here on it may have arrived. */
export const markSending = (db: Db, { teamId, id }: Place, now: Date) =>
  sql`update chat_posts set sending_at = ${now} where team_id = ${teamId} and id = ${id}`.execute(db)

/** It stands as it should; what has changed meanwhile stays due. */
export const settle = (
  db: Db,
  { teamId, id }: Place,
  { ts, channel, shown, due }: { ts: string; channel: string; shown: string; due: string },
) =>
  sql`
    update chat_posts set ts = ${ts}, channel = ${channel}, shown = ${shown}, attempts = 0, failure = null, sending_at = null,
      due_at = case when due_at > ${due}::timestamptz then due_at end
    where team_id = ${teamId} and id = ${id}`.execute(db)

/** @param until when it is tried again; null: no more, until the connection is renewed. What may have arrived stays marked. */
export const postpone = (
  db: Db,
  { teamId, id }: Place,
  { failure, until }: { failure: FailureReason; until: Date | null },
) =>
  sql`
    update chat_posts set failure = ${failure}, due_at = ${until}, attempts = attempts + 1,
      sending_at = case when ${failure} = 'uncertain' then sending_at end
    where team_id = ${teamId} and id = ${id}`.execute(db)

/**
 * Ends a post whose message was removed. If the post is wanted again since it became due, keeps its row to be posted
 * again.
 */
export async function settleGone(db: Db, { teamId, id }: Place, due: string): Promise<void> {
  const { rows } = await sql`
    update chat_posts set ts = null, shown = null, attempts = 0, failure = null, sending_at = null
    where team_id = ${teamId} and id = ${id} and due_at > ${due}::timestamptz returning id`.execute(db)
  if (rows.length === 0) await deletePost(db, { teamId, id })
}

export const deletePost = (db: Db, { teamId, id }: Place) =>
  db.deleteFrom('chat_posts').where('team_id', '=', teamId).where('id', '=', id).execute()

/** What was refused, or waits to be tried again, once the place takes messages; `follow` leaves alone what may have arrived. */
export const revive = (db: Db, { teamId }: Team, destination: Destination, now: Date) =>
  db
    .updateTable('chat_posts')
    .set({ due_at: now, attempts: 0 })
    .where((is) => is.and({ team_id: teamId, destination }))
    .where('failure', 'is not', null)
    .execute()

export const deleteBefore = (db: Db, before: Date) =>
  db.deleteFrom('chat_posts').where('created_at', '<', before).execute()
