import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { endSessionsWhere } from '#server/db/accounts/end-sessions.ts'
import type { Db } from '#server/db/database.ts'

type Key = { teamId: string; id: string }
type Member = { teamId: string; userId: string }
export type NewSession = Key & { userId: string; refreshHash: Buffer; now: Date; companySession: string | undefined }

/** Returns whether an active member's access is paused, or undefined if the member is not active. */
export const selectActive = (db: Db, { teamId, userId }: { teamId: string; userId: string }) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId, is_active: true }))
    .select((column) => column('access_paused', 'is not', null).as('isPaused'))
    .executeTakeFirst()

export const insertSession = (db: Db, { teamId, id, userId, refreshHash, now, companySession }: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      team_id: teamId,
      id,
      user_id: userId,
      refresh_hash: refreshHash,
      signed_in_at: now,
      used_at: now,
      company_session: companySession ?? null,
    })
    .execute()

/** Returns the ids of the member's open sessions beyond the `limits.sessions` that were used last. */
export async function selectLeastUsed(db: Db, { teamId, userId }: Member): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where('ended_at', 'is', null)
    .select('id')
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc') // of two sessions that were used at the same time, the newer stays
    .offset(limits.sessions)
    .execute()
  return rows.map(({ id }) => id)
}

export const updateEnded = (db: Db, { teamId }: Member, ids: readonly string[], now: Date) =>
  endSessionsWhere(db, teamId, (column) => sql`${column} = any(${ids}::uuid[])`, now)

/** @param kept a session that stays open; absent: all sessions end */
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

/** Returns the members, in any team, with an open session that began with this session at the company's provider. */
export const selectOfCompanySession = (db: Db, companySession: string): Promise<Member[]> =>
  db
    .selectFrom('sessions')
    .where('company_session', '=', companySession)
    .where('ended_at', 'is', null)
    .select(['team_id as teamId', 'user_id as userId'])
    .distinct()
    .execute()

/** Ends the member's sessions that began with this session at the company's provider. */
export async function updateCompanySessionEnded(
  db: Db,
  { teamId, userId }: Member,
  companySession: string,
  now: Date,
): Promise<void> {
  const open = await db
    .selectFrom('sessions')
    .where((is) => is.and({ team_id: teamId, user_id: userId, company_session: companySession }))
    .where('ended_at', 'is', null)
    .select('id')
    .execute()
  await updateEnded(
    db,
    { teamId, userId },
    open.map(({ id }) => id),
    now,
  )
}
