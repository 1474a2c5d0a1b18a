import { saysNoBlocker } from './no-blocker.ts'
import { emptyReport, type ReportValues } from './report-fields.ts'

/**
 * Returns the texts with which a new report starts, from the latest report; empty without one. In the morning: the
 * latest plan as work and as plan (S4.45). In the evening: the latest plan as work, and an empty plan (N4.06). Both
 * repeat the latest blocker, but not a text that says there is none (E3.01).
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
