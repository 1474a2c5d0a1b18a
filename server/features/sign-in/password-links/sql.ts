import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

/** Selects a member who has not left, and locks the row against a concurrent deactivation. */
export const lockMember = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .where('left_at', 'is', null)
    .select(['email', 'is_active'])
    .forNoKeyUpdate()
    .executeTakeFirst()
