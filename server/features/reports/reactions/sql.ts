import { sql } from 'kysely'
import type { Reactions } from '#contract/comments.ts'
import type { Reaction } from '#contract/reactions.ts'
import type { Scope } from '#server/access/scope.ts'
import type { CommentTables } from '#server/db/schema/tables/comment.ts'
import type { Db } from '#server/db/database.ts'

const authorOf = (db: Db, { teamId }: Scope, id: string) =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, id }))
    .select('user_id')

export const selectAuthor = (db: Db, scope: Scope, id: string) => authorOf(db, scope, id).executeTakeFirst()

/** Locks the report, so that it cannot be deleted before the transaction ends. */
export const lockReport = (db: Db, scope: Scope, id: string) => authorOf(db, scope, id).forKeyShare().executeTakeFirst()

export const insertReaction = (
  db: Db,
  { teamId, userId }: Scope,
  reaction: Omit<CommentTables['report_reactions'], 'team_id' | 'user_id'>,
) =>
  db
    .insertInto('report_reactions')
    .values({ team_id: teamId, user_id: userId, ...reaction })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteReaction = (db: Db, { teamId, userId }: Scope, reportId: string, reaction: Reaction) =>
  db
    .deleteFrom('report_reactions')
    .where((is) => is.and({ team_id: teamId, report_id: reportId, user_id: userId, reaction }))
    .execute()

export async function selectReactions(db: Db, { teamId }: Scope, reportId: string): Promise<Reactions['reactions']> {
  const { rows } = await sql<Reactions['reactions'][number]>`
    select r.reaction, json_agg(json_build_object('user_id', u.id, 'user_name', u.display_name) order by r.created_at, u.id) as users
    from report_reactions r join users u on u.team_id = ${teamId} and u.id = r.user_id
    where r.team_id = ${teamId} and r.report_id = ${reportId}
    group by r.reaction order by count(*) desc, min(r.created_at), r.reaction`.execute(db)
  return rows
}
