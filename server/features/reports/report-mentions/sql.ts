import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Named } from '#contract/naming.ts'
import { reportFields, type ReportTexts } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

/** Returns the active members except the author, with the names by which a text can mention them. */
export const selectPeople = (db: Db, { teamId, userId }: Scope): Promise<Named[]> =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, is_active: true }))
    .where('id', '!=', userId)
    .select(['id', 'display_name as name'])
    .orderBy('id')
    .execute()

/** Returns the members that the report mentions, in the order of the mentions. */
export async function selectMentioned(db: Db, { teamId }: Scope, reportId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mentions')
    .where((is) => is.and({ team_id: teamId, report_id: reportId }))
    .where('dropped_at', 'is', null)
    .select('user_id')
    .orderBy('id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Returns the texts of the author's last report before the day. */
export const selectPreviousTexts = (db: Db, { teamId, userId }: Scope, day: string): Promise<ReportTexts | undefined> =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where('report_date', '<', day)
    .select(reportFields)
    .orderBy('report_date', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Writes the mentions of the named members, and restores dropped ones. Mentions in old lines count as read, because the
 * members were notified of these lines before.
 * @returns the members to notify: new lines name them, and they have had no notification of the report
 */
export async function upsertMentions(
  db: Db,
  { teamId }: Scope,
  reportId: string,
  people: readonly { user_id: string; is_new: boolean }[],
  now: Date,
): Promise<string[]> {
  if (people.length === 0) return []
  const rows = people.map((person) => ({ ...person, id: newId() }))
  const written = await sql<{ user_id: string; is_notified: boolean }>`
    insert into mentions as m (team_id, id, user_id, report_id, why, created_at, read_at)
    select u.team_id, p.id, u.id, ${reportId}::uuid, 'mention', ${now}::timestamptz,
      case when not p.is_new then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id uuid, user_id uuid, is_new boolean)
    join users u on u.team_id = ${teamId} and u.id = p.user_id and u.is_active
    on conflict (team_id, report_id, user_id) where report_id is not null
      do update set dropped_at = null where m.dropped_at is not null
    returning m.user_id, m.delivery_id is not null or m.read_at is not null as is_notified`.execute(db)
  return written.rows.filter(({ is_notified }) => !is_notified).map(({ user_id }) => user_id)
}
