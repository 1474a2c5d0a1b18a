import type { Db } from '../database.ts'

type Member = { teamId: string; userId: string }

/**
 * Locks an account. Must be called before the access of its member ends. Each write that is under way has then either
 * committed, so that this transaction sees it, or will fail because access has ended (`still-allowed.ts`).
 */
export const lockAccount = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forUpdate()
    .execute()

/**
 * Holds an account for a write or a sign-in by its member. Several transactions can hold the account at once. Meanwhile
 * no transaction can lock it.
 */
export const holdAccount = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forKeyShare()
    .execute()
