import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Language } from '#contract/languages.ts'
import { reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { Db } from '#server/db/database.ts'
import { insertRows } from '#server/db/fragments/insert-rows.ts'

type Team = { teamId: string }
type MessageKey = Team & { id: string }

export type PostedMessage = { channel: string; ts: string; threadTs: string | null }

/** Stores the post of a report, and a post for each comment written before it. */
export async function insertReport(
  db: Db,
  { teamId, id }: MessageKey,
  { reportId, place, shown, now }: { reportId: string; place: PostedMessage; shown: string; now: Date },
): Promise<void> {
  const { channel, ts, threadTs } = place
  const kept = await sql`
    insert into outbox (team_id, id, destination, kind, report_id, channel, ts, thread_ts, shown, due_at, created_at, updated_at)
    values (${teamId}, ${id}, 'slack', 'report_post', ${reportId}, ${channel}, ${ts}, ${threadTs}, ${shown}, ${now}, ${now}, ${now})
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
    kind: 'comment_post' as const,
    channel,
    thread_ts: threadTs ?? ts,
    report_id: reportId,
    comment_id: comment.id,
    due_at: now,
    created_at: now,
    updated_at: now,
  }))
  await insertRows(db, 'outbox', posts)
    .onConflict((taken) => taken.doNothing())
    .execute()
}

/** Begins the thread of a day. @returns the existing thread if another report has begun it */
export async function beginThread(
  db: Db,
  { teamId, id }: MessageKey,
  { day, now }: { day: string; now: Date },
): Promise<{ ts: string | null; created_at: Date } | undefined> {
  const begun = await sql`
    insert into outbox (team_id, id, destination, kind, day, status, attempts, due_at, tried_at, created_at, updated_at)
    values (${teamId}, ${id}, 'slack', 'thread', ${day}, 'sending', 1, ${now}, ${now}, ${now}, ${now})
    on conflict do nothing returning id`.execute(db)
  if (begun.rows.length > 0) return undefined
  return db
    .selectFrom('outbox')
    .where((is) => is.and({ team_id: teamId, destination: 'slack', kind: 'thread', day }))
    .select(['ts', 'created_at'])
    .executeTakeFirst()
}

export const saveThread = (
  db: Db,
  { teamId, id }: MessageKey,
  { channel, ts, now }: { channel: string; ts: string; now: Date },
) =>
  db
    .updateTable('outbox')
    .set({ status: 'sent', channel, ts, updated_at: now })
    .where((is) => is.and({ team_id: teamId, id }))
    .execute()

export const deleteThread = (db: Db, { teamId, id }: MessageKey) =>
  db
    .deleteFrom('outbox')
    .where((is) => is.and({ team_id: teamId, id }))
    .execute()

export type ReportShown = {
  author: string
  day: string
  language: Language
  report_time: ReportTime
  report: ReportTexts
}

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
