import type { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import { limits } from '#contract/limits.ts'
import type { Scope } from '#server/access/scope.ts'
import { inTeam } from '#server/db/database.ts'
import type { Services } from '#server/services.ts'
import { addDays, firstLine, mondayOf, monthStart, ownFigures, rateOf, teamOf, weeksShown } from './policy.ts'
import * as figures from './sql.ts'

const recentAtMost = 5

/** The team's day and the member's backlog. */
export const readDashboard = ({ database, now }: Services, scope: Scope): Promise<Dashboard> =>
  inTeam(database, scope, async (db) => {
    const { today } = await figures.selectDays(db, scope, now())
    const standings = await figures.selectStandings(db, scope, today)
    const recent = await figures.selectRecent(db, scope, today, recentAtMost)
    return {
      ...teamOf(standings, today),
      recent: recent.map((report) => Object.assign(report, { plan: firstLine(report.plan) })),
      backlog: await figures.selectBacklog(db, scope, limits.pageSize),
    }
  })

/** The figures of the member and the weeks of the team, all of days in the team's zone. */
export const readStats = ({ database, now }: Services, scope: Scope): Promise<DashboardStats> =>
  inTeam(database, scope, async (db) => {
    const { today, joined } = await figures.selectDays(db, scope, now())
    const months = { month: monthStart(today), previous: monthStart(today, -1) }
    const counts = await figures.selectOwnCounts(db, scope, { today, joined, ...months })
    const weeks = await figures.selectWeeks(db, scope, addDays(mondayOf(today), -7 * (weeksShown - 1)), today)
    return {
      ...ownFigures(counts, today, joined),
      ...(await figures.selectBlockers(db, scope, today)),
      weekly: weeks.map(({ met, ...week }) => Object.assign(week, { submission_rate: rateOf(met, week.expected) })),
    }
  })
