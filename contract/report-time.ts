/** The writing times: a team reports before its working day, or at the end of it (N4.06). */
export const reportTimes = ['morning', 'evening'] as const
export type ReportTime = (typeof reportTimes)[number]

/**
 * A team's writing time and the first day to which it applies. Before that day the other time applies. Null: it applies
 * to all days.
 */
export type ReportTimes = { report_time: ReportTime; report_time_from: string | null }

/** Returns the writing time of a team's reports on a day (E2.04). @param day YYYY-MM-DD */
export const reportTimeOn = ({ report_time: chosen, report_time_from: from }: ReportTimes, day: string): ReportTime => {
  if (!from || day >= from) return chosen
  return chosen === 'morning' ? 'evening' : 'morning'
}
