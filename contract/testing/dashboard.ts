import type { DashboardStats } from '../dashboard.ts'

export const goodMonth = {
  reports_this_month: 15,
  working_days_this_month: 16,
  reported_working_days_this_month: 15,
  submission_rate: 94,
  previous_submission_rate: 91,
  current_streak: 11,
  longest_streak: 23,
  insights_this_month: 3,
  open_blockers: 1,
  oldest_blocker_since: '2026-10-22',
} satisfies Omit<DashboardStats, 'weekly'>
