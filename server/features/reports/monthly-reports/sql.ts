import { sql } from 'kysely'
import type { Achievement } from '#contract/monthly-reports.ts'
import { monthFields } from '#contract/report-fields.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Db } from '#server/db/database.ts'

/**
 * Selects a member's reports of a month, with one range scan of the index `reports_one_a_day`.
 * @param first YYYY-MM-01
 */
export async function selectMonth(
  db: Db,
  scope: Pick<Scope, 'teamId' | 'userId'>,
  first: string,
): Promise<Achievement[]> {
  const { rows } = await sql<Achievement>`
    select report_date, ${sql.join(monthFields.map((field) => sql.ref(field)))}, report_time, added_later,
      coalesce((
        select json_agg(json_build_object('id', b.id, 'line', e.line, 'ended', case when b.state = 'resolved' then
            json_build_object('state', case b.resolution when 'unnamed' then 'unmentioned' else 'resolved' end, 'on', b.resolved_on)
          end) order by e.line)
        from blocker_events e join blockers b on b.team_id = e.team_id and b.id = e.blocker_id
        where e.team_id = ${scope.teamId} and e.report_id = reports.id and e.kind = 'named'
      ), '[]') as blockers
    from reports where team_id = ${scope.teamId} and user_id = ${scope.userId}
      and report_date >= ${first}::date and report_date < (${first}::date + interval '1 month')::date
    order by report_date`.execute(db)
  return rows
}
