import { sql } from 'kysely'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

type Member = Pick<Scope, 'teamId' | 'userId'>

/**
 * Locks a member, so that changes of one member run one after another. A change that ends access first waits for
 * running writes (`lock-account.ts`). Returns undefined for a former member, who cannot be changed.
 */
export const lockMember = (db: Db, { teamId, userId }: Member) =>
  db
    .selectFrom('users')
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .where('left_at', 'is', null)
    .select(['is_active', 'is_admin', 'access_paused', 'deactivated_at'])
    .forUpdate()
    .executeTakeFirst()

export const updateMember = (
  db: Db,
  { teamId, userId }: Member,
  change: { is_active: boolean; is_admin: boolean; deactivated_at: Date | null },
) =>
  db
    .updateTable('users')
    .set(change)
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

/** Records when a member stopped being an active administrator. */
export const updateAdministratorUntil = (db: Db, { teamId, userId }: Member, now: Date) =>
  db
    .updateTable('users')
    .set({ administrator_until: now })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

/**
 * Returns whether the company's directory set the member's address, and nobody has proven it since. A member whom the
 * directory created proves the address by the first sign-in.
 */
export async function selectHasDirectorysAddress(db: Db, { teamId, userId }: Member): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u
    where u.team_id = ${teamId} and u.id = ${userId} and u.email_proven_at is null
      and (u.email_set_by_directory or u.last_active_at is null and exists (
        select from provisioned_users p where p.team_id = ${teamId} and p.user_id = u.id))`.execute(db)
  return rows.length > 0
}
