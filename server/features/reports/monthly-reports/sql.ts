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
    select report_date, ${sql.join(monthFields.map((field) => sql.ref(field)))}, report_time, added_later, array(
        select e.blocker_id from blocker_events e
        where e.team_id = ${scope.teamId} and e.report_id = reports.id and e.kind = 'named' order by e.line
      ) as blockers
    from reports where team_id = ${scope.teamId} and user_id = ${scope.userId}
      and report_date >= ${first}::date and report_date < (${first}::date + interval '1 month')::date
    order by report_date`.execute(db)
  return rows
}
