import { sql } from 'kysely'
import { endSessionsWhere } from '#server/db/accounts/end-sessions.ts'
import type { Db } from '#server/db/database.ts'

type Key = { teamId: string; id: string }
type Member = { teamId: string; userId: string }
export type NewSession = Key & { userId: string; refreshHash: Buffer; now: Date }

/** Returns whether the access of a member is paused. @returns undefined unless the member is active */
export const selectActive = (db: Db, { teamId, userId }: { teamId: string; userId: string }) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId, is_active: true }))
    .select((column) => column('access_paused', 'is not', null).as('isPaused'))
    .executeTakeFirst()

export const insertSession = (db: Db, { teamId, id, userId, refreshHash, now }: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      team_id: teamId,
      id,
      user_id: userId,
      refresh_hash: refreshHash,
      signed_in_at: now,
      used_at: now,
    })
    .execute()

/** @param kept a session that goes on; absent: none does */
export const updateSessionsEnded = (
  db: Db,
  { teamId, userId, kept }: Member & { kept?: string | undefined },
  now: Date,
) =>
  endSessionsWhere(
    db,
    teamId,
    (column) => sql`user_id = ${userId} ${kept === undefined ? sql`` : sql`and ${column} <> ${kept}`}`,
    now,
  )
