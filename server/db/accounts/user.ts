import { sql } from 'kysely'
import type { User } from '#contract/users.ts'
import type { Db } from '../database.ts'
import { joinedOn, workingDays, zone } from '../fragments/due.ts'

type Team = { teamId: string }

/** Returns the columns of a `User`. All members of a team have the same `is_slack_available`. */
export const userColumns = ({ teamId }: Team) => sql`
  u.id, u.first_name, u.family_name, u.preferred_name, case when u.left_at is null and u.email not like '%@none.invalid' then u.email else '' end as email,
  exists (select from slack_workspaces s where s.team_id = ${teamId}) as is_slack_available,
  u.github_avatar_url, u.github_username, u.google_avatar_url, u.google_username, u.role, u.is_admin, u.writes,
  ${zone} as time_zone, ${workingDays} as working_days, u.is_active, ${joinedOn} as joined_on,
  iso_in_zone(u.deactivated_at, t.time_zone) as deactivated_at,
  iso_in_zone(u.last_active_at, t.time_zone) as last_active, iso_in_zone(u.updated_at, t.time_zone) as updated_at`

export async function selectUser(db: Db, scope: Team, id: string): Promise<User | undefined> {
  const { rows } = await sql<User>`
    select ${userColumns(scope)} from users u join teams t on t.id = u.team_id
    where u.team_id = ${scope.teamId} and u.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the record of a new member. Must run in the caller's transaction. */
export async function readMember(db: Db, { teamId, userId }: { teamId: string; userId: string }): Promise<User> {
  const user = await selectUser(db, { teamId }, userId)
  if (!user) throw new Error('a member who was just made is not there')
  return user
}
