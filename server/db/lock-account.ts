import type { Db } from './database.ts'

type Member = { teamId: string; userId: string }

/**
 * Locks an account. Whatever ends access of a member does this first, and only afterwards ends and deletes: writes in flight
 * have either committed by then and are seen, or find their access gone (`still-allowed.ts`). A sign-in, too, holds the account.
 */
export const lockAccount = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forUpdate()
    .execute()

/** Holds an account as a write of its member's does. */
export const holdAccount = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .select('id')
    .forKeyShare()
    .execute()
