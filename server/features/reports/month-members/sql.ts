import { sql } from 'kysely'
import type { MonthMembers } from '#contract/months.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'
import { isDue, joinedOn, todayOf } from '#server/db/fragments/due.ts'

export async function selectMembers(
  db: Db,
  { teamId }: Pick<Scope, 'teamId'>,
  month: string,
  now: Date,
): Promise<MonthMembers['members']> {
  const first = sql`(${month} || '-01')::date`
  const { rows } = await sql<MonthMembers['members'][number]>`
    select u.id as user_id, u.display_name as user_name, coalesce(m.state, 'open') as state, days.due, days.written
    from users u join teams t on t.id = ${teamId}
    left join months m on m.team_id = ${teamId} and m.user_id = u.id and m.month = ${month}
    cross join lateral (
      select count(*) filter (where day < ${todayOf(now)} or is_written)::int as due, count(*) filter (where is_written)::int as written
      from (
        select day, exists (
          select from reports r where r.team_id = ${teamId} and r.user_id = u.id and r.report_date = day
        ) as is_written
        from generate_series(0, 30) as n, lateral (select ${first} + n as day) as of_month
        where day < (${first} + interval '1 month')::date and day <= ${todayOf(now)} and ${isDue({ teamId }, sql`day`)}
      ) as due_days
    ) as days
    where u.team_id = ${teamId} and u.is_active and u.writes
      and ${joinedOn} < (${first} + interval '1 month')::date
    order by u.display_name, u.id`.execute(db)
  return rows
}
