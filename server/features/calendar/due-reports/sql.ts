import { sql } from 'kysely'
import type { MemberSchedule } from '#contract/due.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { joinedOn, workingDays } from '#server/db/fragments/due.ts'

/** Selects all members except former ones, by name. */
export async function selectSchedules(db: Db, { teamId }: Scope): Promise<MemberSchedule[]> {
  const { rows } = await sql<MemberSchedule>`
    select u.id, ${joinedOn} as joined_on, u.is_active, u.writes, ${workingDays} as working_days
    from users u join teams t on t.id = u.team_id
    where u.team_id = ${teamId} and u.left_at is null order by u.display_name, u.id`.execute(db)
  return rows
}
