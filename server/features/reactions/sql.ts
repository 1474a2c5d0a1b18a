import { sql } from 'kysely'
import type { Reactions } from '#contract/comments.ts'
import type { Sign } from '#contract/signs.ts'
import type { Scope } from '#server/access/scope.ts'
import type { CommentTables } from '#server/db/comment-tables.ts'
import type { Db } from '#server/db/database.ts'

/** Whose report it is. */
export async function selectAuthor(db: Db, { teamId }: Scope, id: string): Promise<string | undefined> {
  const report = await db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, id }))
    .select('user_id')
    .executeTakeFirst()
  return report?.user_id
}

/** A report that is gone meanwhile takes none. */
export const insertReaction = (
  db: Db,
  { teamId, userId }: Scope,
  { id, report_id, sign, created_at }: Omit<CommentTables['report_reactions'], 'team_id' | 'user_id'>,
) =>
  sql`
    insert into report_reactions (team_id, id, report_id, user_id, sign, created_at)
    select team_id, ${id}::uuid, id, ${userId}::uuid, ${sign}, ${created_at}::timestamptz from reports
    where team_id = ${teamId} and id = ${report_id} for key share
    on conflict (team_id, report_id, user_id, sign) do nothing`.execute(db)

export const deleteReaction = (db: Db, { teamId, userId }: Scope, reportId: string, sign: Sign) =>
  db
    .deleteFrom('report_reactions')
    .where((is) => is.and({ team_id: teamId, report_id: reportId, user_id: userId, sign }))
    .execute()

export async function selectReactions(db: Db, { teamId }: Scope, reportId: string): Promise<Reactions['reactions']> {
  const { rows } = await sql<Reactions['reactions'][number]>`
    select r.sign, json_agg(json_build_object('user_id', u.id, 'user_name', u.display_name) order by r.created_at, u.id) as users
    from report_reactions r join users u on u.team_id = ${teamId} and u.id = r.user_id
    where r.team_id = ${teamId} and r.report_id = ${reportId}
    group by r.sign order by count(*) desc, min(r.created_at), r.sign`.execute(db)
  return rows
}
