import { saysNoBlocker } from './no-blocker.ts'
import { emptyReport, type ReportValues } from './report-fields.ts'

/**
 * Returns the texts with which a new report starts. In the morning: the latest plan in both fields, and its blocker
 * (S4.45). In the evening: the plan as completed work, and an empty plan for tomorrow (N4.06). "None" is no blocker
 * (E3.01), so it is not repeated.
 */
export const prefill = (
  latest: { today_plan: string; blocker: string } | undefined,
  time: 'morning' | 'evening',
): ReportValues =>
  latest
    ? {
        ...emptyReport,
        yesterday_work: latest.today_plan,
        today_plan: time === 'morning' ? latest.today_plan : '',
        issues: saysNoBlocker(latest.blocker) ? '' : latest.blocker,
      }
    : emptyReport
