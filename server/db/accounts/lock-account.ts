import type { Db } from '../database.ts'

type Member = { teamId: string; userId: string }

/**
 * Locks an account. Must be called before anything ends access of its member. Each write in flight has then either
 * committed, and is seen, or finds that its access has ended (`still-allowed.ts`).
 */
export const lockAccount = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forUpdate()
    .execute()

/**
 * Holds an account for a write or a sign-in by its member. Several transactions can hold it at once, but none can lock
 * it.
 */
export const holdAccount = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forKeyShare()
    .execute()
