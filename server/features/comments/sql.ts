import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Comment, Subject, Why } from '#contract/comments.ts'
import type { Page } from '#contract/fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { rowsOfPage } from '#server/db/page.ts'

type About = { subject: Subject; id: string }

const subjects = {
  report: { table: sql`reports`, column: sql`report_id` },
  insight: { table: sql`insights`, column: sql`insight_id` },
} as const

/** Whose report or insight it is. */
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
   where m.team_id = ${teamId} and m.comment_id = c.id and m.why = 'mention') as mentions`

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
 * Adds it, or edits the caller's comment of this id, which they may have deleted. What it is about stays until the
 * transaction ends.
 * @returns false if that is gone meanwhile, or the id is another comment's, also one that a deleted report has
 */
export async function upsertComment(
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
      where c.user_id = excluded.user_id and c.${column} = excluded.${column}
    returning id`.execute(db)
  return rows.length > 0
}

/** Who has commented on it. */
export async function selectCommenters(db: Db, { teamId }: Scope, { subject, id }: About): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct user_id from comments
    where team_id = ${teamId} and ${subjects[subject].column} = ${id} and deleted_at is null`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** For members who are there; whom it was for already, it is for no second time. @returns whom it was not for yet */
export async function insertMentions(
  db: Db,
  { teamId }: Scope,
  commentId: string,
  people: readonly { user_id: string; why: Why }[],
  now: Date,
): Promise<string[]> {
  if (people.length === 0) return []
  const rows = people.map((person) => ({ ...person, id: newId() }))
  const inserted = await sql<{ user_id: string }>`
    insert into mentions (team_id, id, user_id, comment_id, why, created_at)
    select u.team_id, p.id, u.id, ${commentId}::uuid, p.why, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (id uuid, user_id uuid, why text)
    join users u on u.team_id = ${teamId} and u.id = p.user_id and u.is_active
    on conflict (team_id, comment_id, user_id) do nothing returning user_id`.execute(db)
  return inserted.rows.map(({ user_id }) => user_id)
}

/** Locks it until the transaction ends. @returns whose it is */
export async function selectForUpdate(db: Db, { teamId }: Scope, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('comments')
    .where((is) => is.and({ team_id: teamId, id }))
    .where('deleted_at', 'is', null)
    .where('deleted_insight_id', 'is', null)
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  return row?.user_id
}

/** The same words again are no edit. */
export const updateBody = (db: Db, { teamId }: Scope, id: string, body: string, now: Date) =>
  db
    .updateTable('comments')
    .set({ body, edited_at: now })
    .where((is) => is.and({ team_id: teamId, id }))
    .where('body', '!=', body)
    .execute()

export const markDeleted = (db: Db, { teamId }: Scope, id: string, now: Date) =>
  db.updateTable('comments').set({ deleted_at: now }).where('team_id', '=', teamId).where('id', '=', id).execute()

export const deleteDeleted = (db: Db, before: Date) =>
  db.deleteFrom('comments').where('deleted_at', '<', before).execute()
