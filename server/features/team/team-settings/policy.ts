import { type ReportTime, reportTimeOn, type ReportTimes } from '#contract/report-time.ts'
import { daysAfter } from '#contract/weeks.ts'

/**
 * Returns the first day of a writing time that a team chooses today: tomorrow, as reports of today have the other one
 * (E2.04). A team without reports begins with its choice. A team that reverses today's choice keeps its former time.
 * @param team.today YYYY-MM-DD
 */
export function firstDayOf(
  chosen: ReportTime,
  team: ReportTimes & { today: string; hasReports: boolean },
): string | null {
  if (chosen === team.report_time) return team.report_time_from
  if (!team.hasReports || chosen === reportTimeOn(team, team.today)) return null
  return daysAfter(team.today, 1)
}
