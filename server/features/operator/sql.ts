import type { Db } from '#server/db/database.ts'
import { selectLogin } from '#server/db/logins.ts'

/** The one account with this e-mail, in whichever team it is. */
export async function selectByEmail(db: Db, emailKey: string) {
  const login = await selectLogin(db, emailKey)
  if (!login) return undefined
  return db
    .selectFrom('users')
    .where('team_id', '=', login.teamId)
    .where('id', '=', login.userId)
    .where('left_at', 'is', null)
    .select(['team_id', 'id', 'email'])
    .executeTakeFirst()
}

export const selectEverybody = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where('left_at', 'is', null)
    .select(['users.email', 'users.is_active', 'users.is_admin', 'teams.name as team'])
    .orderBy('teams.created_at')
    .orderBy('users.email_key')
    .execute()
