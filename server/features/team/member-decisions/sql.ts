import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

type Team = { teamId: string }

/**
 * Returns the decisions since a moment. If another owner has disowned earlier decisions since then, also returns all
 * decisions since the first of these: the same intruder may have acted in both names.
 */
export const selectDecisions = (db: Db, { teamId }: Team, from: Date) =>
  db
    .selectFrom('member_decisions')
    .where('team_id', '=', teamId)
    .where(
      sql<boolean>`at >= least(${from}, (
        select min(at) from member_decisions where team_id = ${teamId} and disowned_at >= ${from}))`,
    )
    .select(['user_id', 'by_id', 'is_active', 'is_admin', 'was_active', 'was_admin', 'at'])
    .select(['token_created_at', 'by_directory', 'disowned_at'])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Returns the password links that administrators made since a moment and that were used. */
export async function selectUsedPasswordLinks(db: Db, { teamId }: Team, from: Date) {
  const { rows } = await sql<{ userId: string; madeBy: string; madeAt: Date; usedAt: Date }>`
    select user_id as "userId", made_by as "madeBy", made_at as "madeAt", used_at as "usedAt" from password_links
    where team_id = ${teamId} and made_by is not null and made_at >= ${from} and used_at is not null
    order by made_at, id`.execute(db)
  return rows
}

/** Records that the member did not make these decisions. */
export const updateDisowned = (db: Db, { teamId, userId }: Team & { userId: string }, from: Date, now: Date) =>
  db
    .updateTable('member_decisions')
    .set({ disowned_at: now })
    .where((is) => is.and({ team_id: teamId, by_id: userId }))
    .where('at', '>=', from)
    .where('disowned_at', 'is', null)
    .execute()

/** Returns all members except former ones. */
export const selectPresent = (db: Db, { teamId }: Team) =>
  db
    .selectFrom('users')
    .where('team_id', '=', teamId)
    .where('left_at', 'is', null)
    .select(['id as userId', 'display_name as name', 'is_active as isActive', 'is_admin as isAdmin'])
    .execute()
