import { type RawBuilder, sql } from 'kysely'
import type { Insight, InsightChange, InsightDraft, Likes } from '#contract/insights.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { midnight } from '#server/db/fragments/midnight.ts'
import { rowsOfPage } from '#server/db/fragments/page.ts'
import { type Listener, listenersOf } from '#server/db/fragments/webhook-listeners.ts'

export type Member = Pick<Scope, 'teamId' | 'userId'>
export type InsightRow = Omit<Insight, 'try'>

/** A range of days, YYYY-MM-DD in the team's time zone. Both ends are included. */
export type Window = { since?: string | undefined; until?: string | undefined; limit: number; offset: number }

/** Names the team in each subquery: PostgreSQL does not know that all rows of a page belong to one team. */
const likesOf = (scope: Member) => sql`
  (select count(*)::int from insight_likes l where l.team_id = ${scope.teamId} and l.insight_id = i.id) as likes,
  exists (
    select from insight_likes l
    where l.team_id = ${scope.teamId} and l.insight_id = i.id and l.user_id = ${scope.userId}
  ) as liked`

/**
 * Selects these rows of `insights` with names, likes and numbers of comments, which are looked up for these rows only.
 */
async function selectThose<More>(
  db: Db,
  scope: Member,
  those: RawBuilder<unknown>,
  more = sql``,
): Promise<(InsightRow & More)[]> {
  const { rows } = await sql<InsightRow & More>`
    with those as (${those})
    select i.id, i.user_id, u.display_name as user_name, i.type, i.note, ${likesOf(scope)},
      coalesce(said.comments, 0) as comments, iso_in_zone(i.created_at, t.time_zone) as created_at,
      i.edited_at is not null as edited ${more}
    from those i
    join users u on u.team_id = ${scope.teamId} and u.id = i.user_id
    join teams t on t.id = ${scope.teamId}
    left join (
      select c.insight_id, count(*)::int as comments
      from those join comments c on c.team_id = ${scope.teamId} and c.insight_id = those.id
      where c.deleted_at is null group by c.insight_id
    ) said on said.insight_id = i.id
    order by i.created_at desc, i.id desc`.execute(db)
  return rows
}

/** Hashes the text of an insight, so that the text can be compared after the insight was deleted. */
const hashOf = (type: RawBuilder<unknown>, note: RawBuilder<unknown>) =>
  sql`sha256(convert_to(${type} || ' ' || ${note}, 'UTF8'))`

/** Adds an insight. Returns false if the id is taken, and locks that insight until the transaction ends. */
export async function insertInsight(
  db: Db,
  { teamId, userId }: Scope,
  { id, type, note }: InsightDraft & { id: string },
  now: Date,
): Promise<boolean> {
  // Locks the row: `do update` locks it even if its condition is false, and `do nothing` does not.
  const { rows } = await sql`
    insert into insights as i (team_id, id, user_id, type, note, created_at)
    values (${teamId}, ${id}, ${userId}, ${type}, ${note}, ${now})
    on conflict (team_id, id) do update set note = i.note where false
    returning id`.execute(db)
  return rows.length > 0
}

const one = (scope: Member, id: string) => sql`select * from insights where team_id = ${scope.teamId} and id = ${id}`

export const selectInsight = async (db: Db, scope: Member, id: string): Promise<InsightRow> =>
  (await selectThose(db, scope, one(scope, id)))[0]!

/** Returns a new insight with the webhooks to notify. */
export async function selectAdded(db: Db, scope: Scope, id: string) {
  const listeners = sql`, ${listenersOf(scope, ['insight.created'])} as listeners`
  return (await selectThose<{ listeners: Listener[] }>(db, scope, one(scope, id), listeners))[0]!
}

/** Selects insights by time. Both ends of the range are converted to timestamps, so that PostgreSQL uses the index. */
export const selectInsights = (db: Db, scope: Member, { since, until, limit, offset }: Window): Promise<InsightRow[]> =>
  selectThose(
    db,
    scope,
    sql`
      select * from insights
      where team_id = ${scope.teamId}
        ${since === undefined ? sql`` : sql`and created_at >= ${midnight(scope, since)}`}
        ${until === undefined ? sql`` : sql`and created_at < ${midnight(scope, until, 1)}`}
      order by created_at desc, id desc ${rowsOfPage({ limit, offset })}`,
  )

export const selectThese = (db: Db, scope: Member, ids: readonly string[]): Promise<InsightRow[]> =>
  selectThose(db, scope, sql`select * from insights where team_id = ${scope.teamId} and id = any(${ids}::uuid[])`)

/** Returns the author and text, and locks the insight until the transaction ends. */
export const selectForUpdate = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('insights')
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .select(['user_id', 'type', 'note'])
    .forUpdate()
    .executeTakeFirst()

/** Changes the text. If the text is the same, changes nothing. */
export const updateInsight = (db: Db, scope: Scope, id: string, { type, note }: InsightChange, now: Date) =>
  db
    .updateTable('insights')
    .set({ type, note, edited_at: now })
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .where((is) => is.or([is('type', '!=', type), is('note', '!=', note)]))
    .execute()

type SubjectColumn = 'insight_id' | 'deleted_insight_id'
const moveComments = (
  db: Db,
  { teamId }: Scope,
  id: string,
  { from, to }: { from: SubjectColumn; to: SubjectColumn },
) =>
  db
    .updateTable('comments')
    .set({ [from]: null, [to]: id })
    .where('team_id', '=', teamId)
    .where(from, '=', id)
    .execute()

/** Deletes the insight, but stores the data for `selectDeleted` and keeps its comments. */
export async function deleteInsight(db: Db, scope: Scope, id: string, now: Date): Promise<void> {
  await sql`
    insert into deleted_insights (team_id, id, user_id, created_at, edited_at, likes, deleted_at, words_hash)
    select i.team_id, i.id, i.user_id, i.created_at, i.edited_at, coalesce((
      select jsonb_agg(jsonb_build_object('user_id', l.user_id, 'created_at', l.created_at))
      from insight_likes l where l.team_id = i.team_id and l.insight_id = i.id
    ), '[]'), ${now}, ${hashOf(sql`i.type`, sql`i.note`)} from insights i
    where i.team_id = ${scope.teamId} and i.id = ${id}
    on conflict (team_id, id) do update set user_id = excluded.user_id, created_at = excluded.created_at,
      edited_at = excluded.edited_at, likes = excluded.likes, deleted_at = excluded.deleted_at,
      words_hash = excluded.words_hash`.execute(db)
  await moveComments(db, scope, id, { from: 'insight_id', to: 'deleted_insight_id' })
  await db.deleteFrom('insights').where('team_id', '=', scope.teamId).where('id', '=', id).execute()
}

/**
 * Returns the deleted insight that had this id, and locks its record, so that only one of two simultaneous undos gets
 * it.
 */
export const selectDeleted = (db: Db, scope: Scope, id: string) =>
  db
    .selectFrom('deleted_insights')
    .where((is) => is.and({ team_id: scope.teamId, id }))
    .select(['user_id', 'likes'])
    .forUpdate()
    .executeTakeFirst()

/**
 * Restores the times, comments and likes of an insight that was added again. If the new text differs from the deleted
 * one, this counts as an edit.
 */
export async function restore(
  db: Db,
  scope: Scope,
  id: string,
  { likes, now }: { likes: readonly Like[]; now: Date },
): Promise<void> {
  await sql`
    update insights i set created_at = d.created_at,
      edited_at = case when d.words_hash <> (select ${hashOf(sql`i.type`, sql`i.note`)}) then ${now}::timestamptz else d.edited_at end
    from deleted_insights d
    where i.team_id = ${scope.teamId} and i.id = ${id} and d.team_id = ${scope.teamId} and d.id = ${id}`.execute(db)
  await moveComments(db, scope, id, { from: 'deleted_insight_id', to: 'insight_id' })
  await db.deleteFrom('deleted_insights').where('team_id', '=', scope.teamId).where('id', '=', id).execute()
  if (likes.length > 0) await restoreLikes(db, scope, id, likes)
}
type Like = { user_id: string; created_at: string }

export const isDeletedBefore = (before: Date) => sql<boolean>`deleted_at < ${before}`

/** Whether a row of `comments` belongs to an insight that was deleted before a moment. */
export const isOfDeletedBefore = (before: Date) => sql<boolean>`deleted_insight_id is not null and exists (
  select from deleted_insights d
  where d.team_id = comments.team_id and d.id = comments.deleted_insight_id and d.deleted_at < ${before})`

/** Locks the insight against deletion until the transaction ends. @returns whether it exists */
export const lockInsight = async (db: Db, scope: Scope, id: string): Promise<boolean> => {
  const insight = db.selectFrom('insights').where('team_id', '=', scope.teamId).where('id', '=', id).select('id')
  return (await insight.forKeyShare().executeTakeFirst()) !== undefined
}

export const insertLike = (db: Db, scope: Scope, id: string, now: Date) =>
  db
    .insertInto('insight_likes')
    .values({ team_id: scope.teamId, insight_id: id, user_id: scope.userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Restores likes, except those of former members. */
const restoreLikes = (db: Db, scope: Scope, id: string, likes: readonly Like[]) =>
  sql`
    insert into insight_likes (team_id, insight_id, user_id, created_at)
    select u.team_id, ${id}, u.id, l.created_at
    from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb) as l (user_id uuid, created_at timestamptz)
    join users u on u.team_id = ${scope.teamId} and u.id = l.user_id`.execute(db)

export const deleteLike = (db: Db, scope: Scope, id: string) =>
  db
    .deleteFrom('insight_likes')
    .where((is) => is.and({ team_id: scope.teamId, insight_id: id, user_id: scope.userId }))
    .execute()

export async function selectLikes(db: Db, scope: Scope, id: string): Promise<Likes> {
  const { rows } = await sql<Likes>`
    select ${likesOf(scope)} from insights i where i.team_id = ${scope.teamId} and i.id = ${id}`.execute(db)
  return rows[0]!
}
