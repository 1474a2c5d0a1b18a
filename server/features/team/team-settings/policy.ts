import { type ReportTime, reportTimeOn, type ReportTimes } from '#contract/report-time.ts'
import { daysAfter } from '#contract/weeks.ts'

/**
 * Returns the first day of the writing time that a team chooses today (E2.04). This day is tomorrow, because reports of
 * today have the former writing time. A team without reports begins today. A team that takes back today's choice
 * continues with its former time.
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
