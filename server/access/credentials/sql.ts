import type { Db } from '#server/db/database.ts'

type Member = { teamId: string; userId: string }

export const upsertCredential = (db: Db, { teamId, userId }: Member, hash: string, now: Date) =>
  db
    .insertInto('credentials')
    .values({ team_id: teamId, user_id: userId, password_hash: hash, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id']).doUpdateSet({ password_hash: hash, changed_at: now }),
    )
    .execute()

/**
 * Replaces a hash by another hash of the same password. Returns false without a change if the stored hash differs from
 * `from`.
 */
export async function updateHash(db: Db, { teamId, userId }: Member, { from, to }: { from: string; to: string }) {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ password_hash: to })
    .where((is) => is.and({ team_id: teamId, user_id: userId, password_hash: from }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the hash of the member's password, or undefined for a member without a password. */
export async function selectHash(db: Db, { teamId, userId }: Member): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .select('password_hash')
    .executeTakeFirst()
  return row?.password_hash
}

export const deleteCredential = (db: Db, { teamId, userId }: Member) =>
  db.deleteFrom('credentials').where('team_id', '=', teamId).where('user_id', '=', userId).execute()

/** Returns the member's names and email, and their team's name. */
export async function selectOwnNames(db: Db, { teamId, userId }: Member): Promise<string[]> {
  const row = await db
    .selectFrom('users')
    .innerJoin('teams', 'teams.id', 'users.team_id')
    .where((is) => is.and({ 'users.team_id': teamId, 'users.id': userId }))
    .select(['first_name', 'family_name', 'preferred_name', 'email', 'teams.name'])
    .executeTakeFirst()
  return Object.values(row ?? {})
}
