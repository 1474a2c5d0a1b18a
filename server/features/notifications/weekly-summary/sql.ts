import { sql } from 'kysely'
import type { MemberSchedule } from '#contract/due.ts'
import type { ReportTime } from '#contract/report-time.ts'
import type { Db } from '#server/db/database.ts'
import { joinedOn, todayOf, workingDays } from '#server/db/fragments/due.ts'

type OwnReport = { report_date: string; yesterday_work: string; today_plan: string; report_time: ReportTime }
export type Member = { teamId: string; userId: string }

/** The member whose week it is. `hour`: the current hour of the team's day `team_today`. */
export type Reader = MemberSchedule & {
  today: string
  team_name: string
  team_days: number[]
  team_today: string
  hour: number
  reminder_hour: number | null
}

/** Returns the member whose week it is; undefined if there is no such account. */
export async function selectReader(db: Db, { teamId, userId }: Member, now: Date): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select u.id, ${joinedOn} as joined_on, u.is_active, u.writes, ${workingDays} as working_days, ${todayOf(now)} as today,
      t.name as team_name, t.working_days as team_days, local::date as team_today, extract(hour from local)::int as hour,
      t.reminder_hour
    from users u join teams t on t.id = u.team_id,
      lateral (select ${now}::timestamptz at time zone t.time_zone as local) as here
    where u.team_id = ${teamId} and u.id = ${userId}`.execute(db)
  return rows[0]
}

/** Selects the member's first eight reports from a day on: those of a whole week, and the first one after the week. */
export const selectReports = (db: Db, { teamId, userId }: Member, from: string): Promise<OwnReport[]> =>
  db
    .selectFrom('reports')
    .where((is) => is.and({ team_id: teamId, user_id: userId }))
    .where('report_date', '>=', from)
    .orderBy('report_date')
    .limit(8)
    .select(['report_date', 'yesterday_work', 'today_plan', 'report_time'])
    .execute()
