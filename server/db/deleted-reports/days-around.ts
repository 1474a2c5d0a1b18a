import { sql } from 'kysely'

/**
 * The number of reports before a deleted report, and of those after it, whose blockers may change with the deletion. If
 * each report has 200 lines, one transaction recomputes at most 3,000 lines, which is fast enough (E6.01).
 */
const reportsAround = 7

/** Selects the days of the member's nearest reports around `day`: `begin` and `until`. */
export const daysAround = ({ teamId, userId, day }: { teamId: string; userId: string; day: string }) => {
  const own = sql`from reports where team_id = ${teamId} and user_id = ${userId}`
  return sql`(
    select coalesce((
      select min(report_date) from (
        select report_date ${own} and report_date < ${day}::date order by report_date desc limit ${reportsAround}
      ) as earlier), ${day}::date) as begin, coalesce((
      select max(report_date) from (
        select report_date ${own} and report_date > ${day}::date order by report_date limit ${reportsAround}
      ) as later), ${day}::date) as until)`
}
