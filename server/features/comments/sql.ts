import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Comment, Subject, Why } from '#contract/comments.ts'
import type { Page } from '#contract/fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { dropMentions } from '#server/db/deleted-reports/drop-mentions.ts'
import { hasRow } from '#server/db/fragments/has-row.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'

type About = { subject: Subject; id: string }

const subjects = {
  report: { table: sql`reports`, column: sql`report_id` },
  insight: { table: sql`insights`, column: sql`insight_id` },
} as const

export async function selectSubjectAuthor(
  db: Db,
  { teamId }: Scope,
  { subject, id }: About,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from ${subjects[subject].table} where team_id = ${teamId} and id = ${id}`.execute(db)
  return rows[0]?.user_id
}

const commentColumns = ({ teamId }: Scope) => sql`
  c.id, c.user_id, u.display_name as user_name, c.body, iso_in_zone(c.created_at, t.time_zone) as created_at,
  c.edited_at is not null as edited,
  (select coalesce(json_agg(m.user_id order by m.id), '[]') from mentions m
   where m.team_id = ${teamId} and m.comment_id = c.id and m.why = 'mention' and m.dropped_at is null) as mentions`

const withNames = ({ teamId }: Scope) => sql`
  join users u on u.team_id = ${teamId} and u.id = c.user_id join teams t on t.id = ${teamId}`

export async function selectComments(
  db: Db,
  scope: Scope,
  { subject, id }: About,
  { limit, offset }: Page,
): Promise<Comment[]> {
  const { rows } = await sql<Comment>`
    select ${commentColumns(scope)} from comments c ${withNames(scope)}
    where c.team_id = ${scope.teamId} and c.${subjects[subject].column} = ${id} and c.deleted_at is null
    order by c.created_at, c.id ${rowsOfPage({ limit, offset })}`.execute(db)
  return rows
}

export async function selectComment(db: Db, scope: Scope, id: string): Promise<Comment> {
  const { rows } = await sql<Comment>`
    select ${commentColumns(scope)} from comments c ${withNames(scope)}
    where c.team_id = ${scope.teamId} and c.id = ${id}`.execute(db)
  return rows[0]!
}

/**
 * Adds a comment, or restores the caller's deleted comment with this id and text. Locks the report or insight until the
 * transaction ends.
 * @returns false if the report or insight is deleted, or if a comment already has the id. A comment of a deleted report
 * counts, too. The existing comment is then locked
 */
export async function insertOrRestore(
  db: Db,
  { teamId, userId }: Scope,
  { subject, id: about }: About,
  { id, body, now }: { id: string; body: string; now: Date },
): Promise<boolean> {
  const { table, column } = subjects[subject]
  const { rows } = await sql`
    insert into comments as c (team_id, id, user_id, ${column}, body, created_at)
    select team_id, ${id}::uuid, ${userId}::uuid, id, ${body}, ${now}::timestamptz from ${table}
    where team_id = ${teamId} and id = ${about} and not exists (
      select from deleted_report_rows d
      where d.team_id = ${teamId} and d.kind = 'comments' and d.content->>'id' = ${id}
    ) for key share
    on conflict (team_id, id) do update set body = excluded.body, deleted_at = null,
      edited_at = case when c.body = excluded.body then c.edited_at else ${now}::timestamptz end
      where c.user_id = excluded.user_id and c.${column} = excluded.${column} and c.deleted_at is not null
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Returns the text of the caller's comment. Undefined if the comment is deleted, if another member wrote it, or if it
 * is about another report or insight.
 */
export async function selectOwnText(
  db: Db,
  { teamId, userId }: Scope,
  { subject, id: about }: About,
  id: string,
): Promise<{ body: string } | undefined> {
  const { rows } = await sql<{ body: string }>`
    select body from comments
    where team_id = ${teamId} and id = ${id} and user_id = ${userId} and ${subjects[subject].column} = ${about}
      and deleted_at is null`.execute(db)
  return rows[0]
}

export async function selectCommenters(db: Db, { teamId }: Scope, { subject, id }: About): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from comments
    where team_id = ${teamId} and ${subjects[subject].column} = ${id} and deleted_at is null`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Stores the members that the comment concerns, so that it appears in their list "For me". Restores dropped mentions.
 * @returns the members to notify: the comment is new to them, and no notification has included it
 */
export async function insertMentions(
  db: Db,
  { teamId }: Scope,
  commentId: string,
  people: readonly { user_id: string; why: Why }[],
  now: Date,
): Promise<string[]> {
  if (people.length === 0) return []
  const rows = people.map((person) => ({ ...person, id: newId() }))
  const written = await sql<{ user_id: string; is_notified: boolean }>`
    insert into mentions as m (team_id, id, user_id, comment_id, why, created_at)
    select u.team_id, p.id, u.id, ${commentId}::uuid, p.why, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id uuid, user_id uuid, why text)
    join users u on u.team_id = ${teamId} and u.id = p.user_id and u.is_active
    on conflict (team_id, comment_id, user_id) do update set dropped_at = null, why = excluded.why where m.dropped_at is not null
    returning m.user_id, m.delivery_id is not null or m.read_at is not null as is_notified`.execute(db)
  return written.rows.filter(({ is_notified }) => !is_notified).map(({ user_id }) => user_id)
}

/**
 * Makes the stored mentions agree with the members that the current text names. Drops the mention of a member that the
 * text no longer names, unless the comment concerns that member for another reason.
 */
export async function settleMentions(
  db: Db,
  { teamId }: Scope,
  commentId: string,
  named: readonly string[],
  now: Date,
): Promise<void> {
  const own = sql`exists (
    select from reports r where r.team_id = ${teamId} and r.id = c.report_id and r.user_id = m.user_id
    union all select from insights i where i.team_id = ${teamId} and i.id = c.insight_id and i.user_id = m.user_id)`
  const isPart = sql`exists (
    select from comments o where o.team_id = ${teamId} and o.user_id = m.user_id and o.deleted_at is null
      and o.created_at <= c.created_at and (o.report_id = c.report_id or o.insight_id = c.insight_id))`
  const isNamed = sql`m.user_id = any(${named}::uuid[])`
  await sql`
    update mentions m set why = case when ${isNamed} then 'mention' when ${own} then 'own' else 'reply' end
    from comments c where m.team_id = ${teamId} and m.comment_id = ${commentId} and m.dropped_at is null
      and c.team_id = ${teamId} and c.id = m.comment_id
      and ((${isNamed} and m.why <> 'mention') or (not ${isNamed} and m.why = 'mention' and (${own} or ${isPart})))`.execute(
    db,
  )
  await dropMentions(db, teamId, { comment_id: commentId }, named, now)
}

/** Returns the author and text of a comment, and locks the comment until the transaction ends. */
export const selectForUpdate = (db: Db, { teamId }: Scope, id: string) =>
  db
    .selectFrom('comments')
    .where((is) => is.and({ team_id: teamId, id }))
    .where('deleted_at', 'is', null)
    .where('deleted_insight_id', 'is', null)
    .select(['user_id', 'body'])
    .forUpdate()
    .executeTakeFirst()

/** Changes the text. @returns false if the text is the same, so that nothing was edited */
export const updateBody = (db: Db, { teamId }: Scope, id: string, body: string, now: Date): Promise<boolean> =>
  hasRow(
    db
      .updateTable('comments')
      .set({ body, edited_at: now })
      .where((is) => is.and({ team_id: teamId, id }))
      .where('body', '!=', body)
      .returning('id'),
  )

export const markDeleted = (db: Db, { teamId }: Scope, id: string, now: Date) =>
  db.updateTable('comments').set({ deleted_at: now }).where('team_id', '=', teamId).where('id', '=', id).execute()

export const isDeletedBefore = (before: Date) => sql<boolean>`deleted_at < ${before}`
