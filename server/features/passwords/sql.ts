import type { Db } from '#server/db/database.ts'

export const selectActiveMember = (db: Db, emailKey: string) =>
  db
    .selectFrom('users')
    .where('email_key', '=', emailKey)
    .where('is_active', '=', true)
    .select(['team_id', 'id', 'email', 'display_name', 'settings'])
    .executeTakeFirst()
