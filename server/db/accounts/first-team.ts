import type { Db } from '../database.ts'

/** Returns the oldest team. It is the operator's: strangers may have opened the others. */
export const selectFirstTeam = (db: Db) =>
  db
    .selectFrom('teams')
    .select(['id', 'name', 'invited_only'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
