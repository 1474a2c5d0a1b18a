import type { Db } from '../database.ts'

/** Returns the oldest team, which is the operator's. Strangers may have created the other teams. */
export const selectFirstTeam = (db: Db) =>
  db
    .selectFrom('teams')
    .select(['id', 'name', 'invited_only'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
