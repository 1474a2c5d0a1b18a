import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

const user = (db: Db, { teamId, userId }: Member) =>
  db.updateTable('users').where((is) => is.and({ team_id: teamId, id: userId }))

/** Selects a member that has not left, and locks the row against a concurrent deactivation. */
export const lockMember = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .where('left_at', 'is', null)
    .select(['email', 'is_active'])
    .forNoKeyUpdate()
    .executeTakeFirst()

export const updateLinkMade = (db: Db, member: Member, { by, now }: { by: string; now: Date }) =>
  user(db, member).set({ password_link_made_at: now, password_link_made_by: by, password_link_used_at: null }).execute()

export const updateLinkUsed = (db: Db, member: Member, now: Date) =>
  user(db, member).set({ password_link_used_at: now }).execute()
