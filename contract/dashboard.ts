import * as z from 'zod/mini'
import { BacklogItem } from './backlogs.ts'
import { member, uuid } from './fields.ts'

/** A member with a report for today. `plan`: the first line of today's plan. */
const Reported = z.object({
  ...member,
  report_id: uuid,
  submitted_at: z.string(),
  is_imported: z.boolean(), // whether an import added the report, so that its real time is unknown
  plan: z.string(),
  has_blocker: z.boolean(),
})
export type Reported = z.infer<typeof Reported>

/** A member without a report for today. `last_report_date`: null if there is none. */
const Missing = z.object({
  ...member,
  last_report_date: z.nullable(z.string()),
})
export type Missing = z.infer<typeof Missing>

/** A blocker that has not ended: its newest line, its first day and the newest report that mentions it (E3.05). */
const OpenBlocker = z.object({
  ...member,
  report_id: uuid,
  report_date: z.string(),
  since: z.string(),
  issues: z.string(),
})
export type OpenBlocker = z.infer<typeof OpenBlocker>

/** One of the team's newest reports before today. */
const RecentReport = z.object({
  report_id: uuid,
  ...member,
  report_date: z.string(),
  plan: z.string(),
})
export type RecentReport = z.infer<typeof RecentReport>

/** An item of the caller, or an item without an owner, whose `user_id` is null. */
const DashboardItem = z.extend(BacklogItem, { user_id: z.nullable(uuid) })
export type DashboardItem = z.infer<typeof DashboardItem>

/**
 * `GET /dashboard`: the team's day in the team's time zone, with active members only. Includes the caller's backlog and
 * imported items without an owner. `missing`: members with a due report. `working_day`: false if no report is due
 * today.
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

/** Whole percent from 0 to 100; null if no report was due. */
const rate = z.nullable(z.int())

/** A week of the whole team, from Monday. The current week ends today. */
const Week = z.object({
  week_start: z.string(),
  reports: z.int(),
  members: z.int(), // the number of members with a report in that week
  due: z.int(), // the number of due reports
  submission_rate: rate,
})
export type Week = z.infer<typeof Week>

/** `GET /dashboard/stats`. docs/decisions/0013-dashboard-figures.md defines each number. */
export const DashboardStats = z.object({
  // The caller's figures.
  reports_this_month: z.int(),
  working_days_this_month: z.int(),
  reported_working_days_this_month: z.int(),
  submission_rate: rate,
  previous_submission_rate: rate,
  current_streak: z.int(),
  longest_streak: z.int(),
  insights_this_month: z.int(),
  // The team's figures.
  open_blockers: z.int(),
  oldest_blocker_since: z.nullable(z.string()),
  weekly: z.array(Week),
})
export type DashboardStats = z.infer<typeof DashboardStats>
