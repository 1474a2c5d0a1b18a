import { sql } from 'kysely'
import type { MonthMembers } from '#contract/months.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { joinedOn } from '#server/db/fragments/due.ts'
import { monthProgress } from '#server/db/fragments/month-progress.ts'

export async function selectMembers(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  month: string,
  now: Date,
): Promise<MonthMembers['members']> {
  const { rows } = await sql<MonthMembers['members'][number]>`
    select u.id as user_id, u.display_name as user_name, coalesce(m.state, 'open') as state, progress.due, progress.written
    from users u join teams t on t.id = ${teamId}
    left join months m on m.team_id = ${teamId} and m.user_id = u.id and m.month = ${month}
    cross join ${monthProgress({ teamId }, sql`${month}::text`, now)} as progress
    where u.team_id = ${teamId} and u.is_active and u.writes
      and ${joinedOn} < ((${month} || '-01')::date + interval '1 month')::date
    order by u.display_name, u.id`.execute(db)
  return rows
}
