import { sql } from 'kysely'
import type { Insight, InsightChange, InsightDraft, Likes } from '#contract/insights.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { hasRow } from '#server/db/has-row.ts'
import { midnight } from '#server/db/midnight.ts'

/** Days YYYY-MM-DD in the team's time zone, both included. */
export type Window = { since?: string | undefined; until?: string | undefined; limit: number; offset: number }

/** The team is named wherever a table is: of a page, which is cut before, the planner does not know that it is one team's. */
const likesOf = (scope: Scope) => sql`
  (select count(*)::int from insight_likes l where l.team_id = ${scope.teamId} and l.insight_id = i.id) as likes,
  exists (
    select from insight_likes l
    where l.team_id = ${scope.teamId} and l.insight_id = i.id and l.user_id = ${scope.userId}
  ) as liked`

const insightColumns = (scope: Scope) => sql`
  i.id, i.user_id, u.display_name as user_name, i.type, i.note, ${likesOf(scope)},
  iso_in_zone(i.created_at, t.time_zone) as created_at, i.edited_at is not null as edited`

const withNames = (scope: Scope) => sql`
  join users u on u.team_id = ${scope.teamId} and u.id = i.user_id
  join teams t on t.id = ${scope.teamId}`

/** Adds it, or changes the words of the one that the caller has added under this id; false where it is somebody else's. */
export const upsertInsight = (
  db: Db,
  scope: Scope,
  { id, type, note }: InsightDraft & { id: string },
  times: { created_at: Date; edited_at?: Date | null },
): Promise<boolean> =>
  hasRow(
    db
      .insertInto('insights')
      .values({ team_id: scope.teamId, id, user_id: scope.userId, type, note, ...times })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'id']).doUpdateSet({ type, note }).where('insights.user_id', '=', scope.userId),
      )
      .returning('id'),
  )

export async function selectInsight(db: Db, scope: Scope, id: string): Promise<Insight> {
  const { rows } = await sql<Insight>`
    select ${insightColumns(scope)} from insights i ${withNames(scope)}
    where i.team_id = ${scope.teamId} and i.id = ${id}`.execute(db)
  return rows[0]!
}

/** The page is cut before names and likes are looked up; both ends of the window are instants, so that the index serves. */
export async function selectInsights(
  db: Db,
  scope: Scope,
  { since, until, limit, offset }: Window,
): Promise<Insight[]> {
  const { rows } = await sql<Insight>`
    select ${insightColumns(scope)} from (
      select * from insights
      where team_id = ${scope.teamId}
        ${since === undefined ? sql`` : sql`and created_at >= ${midnight(scope, since)}`}
        ${until === undefined ? sql`` : sql`and created_at < ${midnight(scope, until, 1)}`}
      order by created_at desc, id desc limit ${limit} offset ${offset}
    ) i ${withNames(scope)}
    order by i.created_at desc, i.id desc`.execute(db)
  return rows
}

/** Locks it until the transaction ends. @returns whose it is */
export async function selectForUpdate(db: Db, scope: Scope, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('insights')
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .select('user_id')
    .forUpdate()
    .executeTakeFirst()
  return row?.user_id
}

/** The same words again are no edit. */
export const updateInsight = (db: Db, scope: Scope, id: string, { type, note }: InsightChange, now: Date) =>
  db
    .updateTable('insights')
    .set({ type, note, edited_at: now })
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .where((is) => is.or([is('type', '!=', type), is('note', '!=', note)]))
    .execute()

/** Keeps what `takeDeleted` gives. */
export const deleteInsight = (db: Db, scope: Scope, id: string, now: Date) =>
  sql`
    with likes as (
      select coalesce(jsonb_agg(jsonb_build_object('user_id', user_id, 'created_at', created_at)), '[]') as all_of_them
      from insight_likes where team_id = ${scope.teamId} and insight_id = ${id}
    ), deleted as (
      delete from insights where team_id = ${scope.teamId} and id = ${id} returning *
    )
    insert into deleted_insights (team_id, id, user_id, created_at, edited_at, likes, deleted_at)
    select d.team_id, d.id, d.user_id, d.created_at, d.edited_at, l.all_of_them, ${now} from deleted d, likes l
    on conflict (team_id, id) do update set user_id = excluded.user_id, created_at = excluded.created_at,
      edited_at = excluded.edited_at, likes = excluded.likes, deleted_at = excluded.deleted_at`.execute(db)

/** What the caller's own insight was before it was deleted a moment ago; of two who ask at once, one gets it. */
export const takeDeleted = (db: Db, scope: Scope, id: string) =>
  db
    .deleteFrom('deleted_insights')
    .where('team_id', '=', scope.teamId)
    .where('id', '=', id)
    .where('user_id', '=', scope.userId)
    .returning(['created_at', 'edited_at', 'likes'])
    .executeTakeFirst()

export const deleteDeleted = (db: Db, before: Date) =>
  db.deleteFrom('deleted_insights').where('deleted_at', '<', before).execute()

export const isThere = (db: Db, scope: Scope, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('insights').where('team_id', '=', scope.teamId).where('id', '=', id).select('id'))

export const insertLike = (db: Db, scope: Scope, id: string, now: Date) =>
  db
    .insertInto('insight_likes')
    .values({ team_id: scope.teamId, insight_id: id, user_id: scope.userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Those of members who are gone stay away. */
export const restoreLikes = (
  db: Db,
  scope: Scope,
  id: string,
  likes: readonly { user_id: string; created_at: string }[],
) =>
  sql`
    insert into insight_likes (team_id, insight_id, user_id, created_at)
    select u.team_id, ${id}, u.id, l.created_at
    from jsonb_to_recordset(${JSON.stringify(likes)}::jsonb) as l (user_id uuid, created_at timestamptz)
    join users u on u.team_id = ${scope.teamId} and u.id = l.user_id`.execute(db)

export const deleteLike = (db: Db, scope: Scope, id: string) =>
  db
    .deleteFrom('insight_likes')
    .where('team_id', '=', scope.teamId)
    .where('insight_id', '=', id)
    .where('user_id', '=', scope.userId)
    .execute()

export async function selectLikes(db: Db, scope: Scope, id: string): Promise<Likes> {
  const { rows } = await sql<Likes>`
    select ${likesOf(scope)} from insights i where i.team_id = ${scope.teamId} and i.id = ${id}`.execute(db)
  return rows[0]!
}
