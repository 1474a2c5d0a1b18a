import * as z from 'zod/mini'
import { BacklogItem } from './backlogs.ts'
import { member, uuid } from './fields.ts'

/** A member whose report of today is in; `plan` is the first line of what they do today. */
const Reported = z.object({
  ...member,
  report_id: uuid,
  submitted_at: z.string(),
  plan: z.string(),
  has_blocker: z.boolean(),
})
export type Reported = z.infer<typeof Reported>

/** A member who has not reported today; `last_report_date` is null where they never have. */
const Missing = z.object({
  ...member,
  last_report_date: z.nullable(z.string()),
})
export type Missing = z.infer<typeof Missing>

/** A blocker that has not ended: its newest line, the first day and the newest report that names it (E3.05). */
const OpenBlocker = z.object({
  ...member,
  report_id: uuid,
  report_date: z.string(),
  since: z.string(),
  issues: z.string(),
})
export type OpenBlocker = z.infer<typeof OpenBlocker>

/** One of the team's newest reports of the days before today. */
const RecentReport = z.object({
  report_id: uuid,
  ...member,
  report_date: z.string(),
  plan: z.string(),
})
export type RecentReport = z.infer<typeof RecentReport>

/** An item of the caller's, or of nobody's: then `user_id` is null. */
const DashboardItem = z.extend(BacklogItem, { user_id: z.nullable(uuid) })
export type DashboardItem = z.infer<typeof DashboardItem>

/**
 * `GET /dashboard`: the team's day in the team's zone, its active members only, and the caller's backlog with what the
 * team has imported for nobody.
 * Who is missing is whose report is due; `working_day` is false where none is from anybody.
 */
export const Dashboard = z.object({
  today: z.object({
    date: z.string(),
    working_day: z.boolean(),
    reported: z.array(Reported),
    missing: z.array(Missing),
  }),
  blockers: z.array(OpenBlocker),
  recent: z.array(RecentReport),
  backlog: z.array(DashboardItem),
})
export type Dashboard = z.infer<typeof Dashboard>

/** Whole per cent from 0 to 100; null where no report was due. */
const rate = z.nullable(z.int())

/** A week of the whole team from its Monday; the current one as far as it has gone. */
const Week = z.object({
  week_start: z.string(),
  reports: z.int(),
  members: z.int(), // who have reported in that week
  expected: z.int(), // reports that were due
  submission_rate: rate,
})
export type Week = z.infer<typeof Week>

/** `GET /dashboard/stats`: how each number is counted stands in docs/decisions/0013-dashboard-figures.md. */
export const DashboardStats = z.object({
  // The caller's own.
  reports_this_month: z.int(),
  working_days_this_month: z.int(),
  reported_working_days_this_month: z.int(),
  submission_rate: rate,
  previous_submission_rate: rate,
  current_streak: z.int(),
  longest_streak: z.int(),
  insights_this_month: z.int(),
  // The team's.
  open_blockers: z.int(),
  oldest_blocker_since: z.nullable(z.string()),
  weekly: z.array(Week),
})
export type DashboardStats = z.infer<typeof DashboardStats>
