import type { Db } from '#server/db/database.ts'

type Team = { teamId: string }

export const selectDecisions = (db: Db, { teamId }: Team, from: Date) =>
  db
    .selectFrom('member_decisions')
    .where('team_id', '=', teamId)
    .where('at', '>=', from)
    .select(['user_id', 'by_id', 'is_active', 'is_admin', 'was_active', 'was_admin', 'at'])
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Returns all members except former ones. */
export const selectPresent = (db: Db, { teamId }: Team) =>
  db
    .selectFrom('users')
    .where('team_id', '=', teamId)
    .where('left_at', 'is', null)
    .select(['id as userId', 'display_name as name', 'is_active as isActive', 'is_admin as isAdmin'])
    .execute()
