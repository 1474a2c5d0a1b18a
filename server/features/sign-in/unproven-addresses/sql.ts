import { sql } from 'kysely'
import { hasOtherAdministrator } from '#server/db/accounts/administrators.ts'
import { isDirectorys } from '#server/db/accounts/provisioned.ts'
import type { Db } from '#server/db/database.ts'

type Unproven = { name: string; team: string; last_used: string | null; is_kept: boolean }

/**
 * Selects a member who never proved their address. `is_kept`: nobody may take the address from this account, for one
 * of two reasons. The member is the only administrator with access in a team with other active members. Or the
 * company's directory knows the member: a second account of the same person would stay active after the directory
 * deactivates the first (N17.05).
 */
export async function selectUnproven(
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<Unproven | undefined> {
  const { rows } = await sql<Unproven>`
    select u.display_name as name, t.name as team,
           to_char(u.last_active_at at time zone t.time_zone, 'YYYY-MM-DD') as last_used,
           ${isDirectorys({ teamId }, 'u')}
             or (u.is_active and u.is_admin
               and exists (select from users m where m.team_id = ${teamId} and m.id <> u.id and m.is_active)
               and not ${hasOtherAdministrator({ teamId, userId })})
             as is_kept
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${teamId} and u.id = ${userId} and t.id = ${teamId} and u.email_proven_at is null`.execute(db)
  return rows[0]
}

/** Records when the owner took over the account. The first screen then lists members that the owner may not know. */
export const updateClaimed = (db: Db, { teamId, userId }: { teamId: string; userId: string }, now: Date) =>
  db
    .updateTable('users')
    .set({ claimed_at: now })
    .where((is) => is.and({ team_id: teamId, id: userId }))
    .execute()

/**
 * Removes the duties of an account that has become unusable. No reports are due from it. It is no longer an
 * administrator if there is another one: otherwise the last reachable administrator could leave.
 */
export const updateShut = (db: Db, { teamId, userId }: { teamId: string; userId: string }) =>
  sql`
    update users u set writes = false, is_admin = u.is_admin and not ${hasOtherAdministrator({ teamId, userId })}
    where u.team_id = ${teamId} and u.id = ${userId}`.execute(db)

/** Returns whether the company's directory made the account, and nobody could ever sign in to it. */
export async function selectIsUntouched(
  db: Db,
  { teamId, userId }: { teamId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users u join provisioned_users p on p.team_id = ${teamId} and p.user_id = u.id
    where u.team_id = ${teamId} and u.id = ${userId} and u.last_active_at is null
      and not exists (select from credentials c where c.team_id = ${teamId} and c.user_id = u.id)
      and not exists (select from passkeys k where k.team_id = ${teamId} and k.user_id = u.id)
      and not exists (select from sessions s where s.team_id = ${teamId} and s.user_id = u.id)
      and not exists (select from connections n where n.team_id = ${teamId} and n.user_id = u.id)`.execute(db)
  return rows.length > 0
}
