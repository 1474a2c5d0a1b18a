import { type RawBuilder, sql } from 'kysely'
import { isDue, todayOf } from './due.ts'

/**
 * Returns a lateral row with the progress of the month of the member `u` of the team `t`. `due`: the days so far with a
 * due report; today counts once its report is written. `written`: the due days that have a report.
 * @param month YYYY-MM
 */
export const monthProgress = ({ teamId }: { teamId: string }, month: RawBuilder<unknown>, now: Date) => sql`lateral (
  select count(*) filter (where day < ${todayOf(now)} or is_written)::int as due, count(*) filter (where is_written)::int as written
  from (
    select day, exists (
      select from reports r where r.team_id = ${teamId} and r.user_id = u.id and r.report_date = day
    ) as is_written
    from (select (${month} || '-01')::date as first) as month, generate_series(0, 30) as n,
      lateral (select first + n as day) as of_month
    where day < (first + interval '1 month')::date and day <= ${todayOf(now)} and ${isDue({ teamId }, sql`day`)}
  ) as due_days
)`
