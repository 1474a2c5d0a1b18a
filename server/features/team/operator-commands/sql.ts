import type { Db } from '#server/db/database.ts'

export const selectEverybody = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where('left_at', 'is', null)
    .select(['users.email', 'users.is_active', 'users.is_admin', 'teams.name as team'])
    .orderBy('teams.created_at')
    .orderBy('users.email_key')
    .execute()
