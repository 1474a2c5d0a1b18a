import { type Db, isUniqueViolation } from '../database.ts'

type Member = { teamId: string; userId: string }

/** Returns the member with this email, in any team. */
export async function selectLogin(db: Db, emailKey: string): Promise<Member | undefined> {
  const login = await db
    .selectFrom('logins')
    .where('email_key', '=', emailKey)
    .select(['team_id', 'user_id'])
    .executeTakeFirst()
  return login && { teamId: login.team_id, userId: login.user_id }
}

/** Returns the account with this email, in any team. */
export async function selectAccount(db: Db, emailKey: string) {
  const login = await selectLogin(db, emailKey)
  if (!login) return undefined
  return db
    .selectFrom('users')
    .where((is) => is.and({ team_id: login.teamId, id: login.userId }))
    .where('left_at', 'is', null)
    .select(['team_id', 'id', 'email', 'display_name', 'settings', 'is_active', 'email_set_by_directory'])
    .executeTakeFirst()
}

/**
 * Claims the email. Rejects an email that is taken in any team (`isEmailTaken`). Must run before the member's row is
 * written.
 */
export const insertLogin = (db: Db, { teamId, userId }: Member, emailKey: string) =>
  db.insertInto('logins').values({ email_key: emailKey, team_id: teamId, user_id: userId }).execute()

/** Releases the email of a member of the transaction's team, so that any account can use it. */
export const deleteLogin = (db: Db, emailKey: string) =>
  db.deleteFrom('logins').where('email_key', '=', emailKey).execute()

export const isEmailTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'logins_pkey') || isUniqueViolation(error, 'users_email_in_team')
