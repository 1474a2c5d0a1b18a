import type { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { backlogForDashboard } from '#server/features/trackers/backlogs/operations.ts'
import type { Services } from '#server/services.ts'
import { addDays, firstLine, mondayOf, monthStart, rateOf, weeksShown } from './policy.ts'
import * as figures from './sql.ts'

const recentAtMost = 5

export const readDashboard = ({ database, now }: Services, scope: Scope): Promise<Dashboard> =>
  withTeamTransaction(database, scope, async (db) => {
    const moment = now()
    const today = await figures.selectToday(db, scope, moment)
    const [standings, blockers, recent, backlog] = await Promise.all([
      figures.selectStandings(db, scope, today, moment),
      figures.selectOpenBlockers(db, scope, limits.pageSize),
      figures.selectRecent(db, scope, today, recentAtMost),
      backlogForDashboard(db, scope),
    ])
    return {
      today: teamOf(standings, today),
      blockers: blockers.map((blocker) => Object.assign(blocker, { issues: firstLine(blocker.issues) })),
      recent: recent.map((report) => Object.assign(report, { plan: firstLine(report.plan) })),
      backlog,
    }
  })

/** Returns the member's figures and the team's weeks. Days are those of the member's time zone. */
export const readStats = ({ database, now }: Services, scope: Scope): Promise<DashboardStats> =>
  withTeamTransaction(database, scope, async (db) => {
    const moment = now()
    const today = await figures.selectToday(db, scope, moment)
    const months = { month: monthStart(today), previous: monthStart(today, -1) }
    const first = addDays(mondayOf(today), -7 * (weeksShown - 1))
    const [weeks, own, blockers] = await Promise.all([
      figures.selectWeeks(db, scope, { first, today, now: moment }),
      figures.selectOwnCounts(db, scope, { today, ...months }),
      figures.countOpenBlockers(db, scope),
    ])
    return {
      ...ownFigures(own),
      ...blockers,
      weekly: weeks.map(({ met, ...week }) => Object.assign(week, { submission_rate: rateOf(met, week.due) })),
    }
  })

type Filed = {
  [Key in keyof figures.Standing]: NonNullable<figures.Standing[Key]>
}

/** Returns the members with a report, by submission time, and those whose due report is missing. */
function teamOf(standings: readonly figures.Standing[], today: string): Dashboard['today'] {
  const filed = standings.filter((standing): standing is Filed => standing.report_id !== null)
  const reported = filed
    .filter(({ report_date }) => report_date === today)
    .toSorted((one, other) => Date.parse(one.submitted_at) - Date.parse(other.submitted_at))
    .map(({ user_id, user_name, report_id, submitted_at, is_imported, plan, has_blocker }) => ({
      user_id,
      user_name,
      report_id,
      submitted_at,
      is_imported,
      plan: firstLine(plan),
      has_blocker,
    }))
  const missing = standings
    .filter((standing) => standing.report_date !== today && standing.is_due)
    .map(({ user_id, user_name, report_date }) => ({ user_id, user_name, last_report_date: report_date }))
  return { date: today, working_day: standings.some(({ is_due }) => is_due), reported, missing }
}

const ownFigures = ({ due, met, due_previous, met_previous, ...counts }: figures.OwnCounts) => ({
  ...counts,
  working_days_this_month: due,
  reported_working_days_this_month: met,
  submission_rate: rateOf(met, due),
  previous_submission_rate: rateOf(met_previous, due_previous),
})
