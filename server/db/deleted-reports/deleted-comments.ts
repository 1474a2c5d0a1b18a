import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '../database.ts'
import { insertRows } from './deleted-rows.ts'

type Writer = Pick<Scope, 'teamId' | 'userId'>

/** Locks the deleted report, so that a restore waits. @returns false if the report is not deleted */
async function lockDeleted(db: Db, { teamId }: Writer, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from deleted_reports where team_id = ${teamId} and id = ${id} for update`.execute(db)
  return rows.length > 0
}

/**
 * Adds a comment to a deleted report. A restore of the report restores the comment, too.
 * @returns false if the report is not deleted
 */
export async function addCopy(
  db: Db,
  { teamId, userId }: Writer,
  reportId: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Promise<boolean> {
  const report = { teamId, id: reportId }
  if (!(await lockDeleted(db, { teamId, userId }, reportId))) return false
  // Stores every column: all copies of one report are restored with the columns of the first copy.
  const none = { insight_id: null, deleted_insight_id: null, edited_at: null, deleted_at: null }
  const content = { team_id: teamId, id, user_id: userId, report_id: reportId, body, created_at: now, ...none }
  const row = { team_id: teamId, id: newId(), report_id: reportId, kind: 'comments', user_id: userId, content }
  await insertRows(db, report, 'deleted_report_rows', [row])
  return true
}

const ofComment = ({ teamId, userId }: Writer, id: string) => sql`
  team_id = ${teamId} and user_id = ${userId} and kind = 'comments' and content ->> 'id' = ${id}`

async function lockReportOf(db: Db, writer: Writer, id: string): Promise<boolean> {
  const { rows } = await sql<{ report_id: string }>`
    select report_id from deleted_report_rows where ${ofComment(writer, id)}`.execute(db)
  return rows[0] !== undefined && lockDeleted(db, writer, rows[0].report_id)
}

/** Changes the writer's comment on a deleted report. @returns false if there is no such comment */
export async function changeCopy(db: Db, writer: Writer, id: string, body: string, now: Date): Promise<boolean> {
  if (!(await lockReportOf(db, writer, id))) return false
  await sql`
    update deleted_report_rows set content = content || ${JSON.stringify({ body, edited_at: now })}::jsonb
    where ${ofComment(writer, id)}`.execute(db)
  return true
}

/** Deletes the writer's comment on a deleted report, and its mentions. @returns false if there is no such comment */
export async function deleteCopy(db: Db, writer: Writer, id: string): Promise<boolean> {
  if (!(await lockReportOf(db, writer, id))) return false
  await sql`
    delete from deleted_report_rows where team_id = ${writer.teamId} and kind = 'mentions'
      and content ->> 'comment_id' = ${id}`.execute(db)
  await sql`delete from deleted_report_rows where ${ofComment(writer, id)}`.execute(db)
  return true
}
