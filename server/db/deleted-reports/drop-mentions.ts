import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** The comment or the report that mentions members. */
export type MentionedBy = { comment_id: string } | { report_id: string }

/** Returns the condition that a row of `mentions m` is of this comment or report. */
export const isMentionedBy = (by: MentionedBy) =>
  'comment_id' in by ? sql<boolean>`m.comment_id = ${by.comment_id}` : sql<boolean>`m.report_id = ${by.report_id}`

/**
 * Drops the mentions of members that the text no longer names, and removes them from waiting notifications. The rows
 * stay, so that a name that is added again does not become unread, and is not notified again.
 */
export const dropMentions = (db: Db, teamId: string, by: MentionedBy, named: readonly string[], now: Date) =>
  sql`
    update mentions m set dropped_at = ${now}, delivery_id = case when exists (
      select from outbox d where d.team_id = ${teamId} and d.id = m.delivery_id and d.status <> 'pending'
    ) then m.delivery_id end
    where m.team_id = ${teamId} and ${isMentionedBy(by)} and m.why = 'mention' and m.dropped_at is null
      and m.user_id <> all(${named}::uuid[])`.execute(db)
