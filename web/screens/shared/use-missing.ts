import { useQuery } from '@tanstack/react-query'
import { type DaysOff, dueStatusOn } from '#contract/due.ts'
import type { Me } from '#contract/users.ts'
import { mayAddReports } from '../../features/month-approval/may-add.ts'
import { monthQuery } from '../../features/month-approval/queries.ts'
import { type CalendarDate, monthOf } from '../../dates/dates.ts'
import { reportPath } from '../../app/members-paths.ts'

/**
 * Returns whether the member may add the report of a past day (E2.02). A report must have been due, the team must
 * approve months, and the month must be neither submitted nor approved.
 * @param daysOff the days off in the month of the day; undefined until they are loaded
 */
export function useMissing(
  date: CalendarDate,
  { today, user, daysOff }: { today: CalendarDate; user: Me | undefined; daysOff: DaysOff | undefined },
): boolean {
  const isDue = Boolean(user && daysOff && date < today && dueStatusOn(user, date, daysOff).due)
  const needsMonth = isDue && user?.team.month_approval === true
  const month = useQuery({ ...monthQuery(monthOf(date), user?.id ?? ''), enabled: needsMonth }).data
  return needsMonth && month !== undefined && mayAddReports(month.state)
}

/**
 * Returns a function that returns the path for adding a missing report. Undefined if the member may add none.
 * @param month YYYY-MM
 */
export function useMissingPath(user: Me | undefined, month: string): ((date: CalendarDate) => string) | undefined {
  const enabled = user?.team.month_approval === true && user.writes
  const { data } = useQuery({ ...monthQuery(month, user?.id ?? ''), enabled })
  return enabled && data && mayAddReports(data.state) ? reportPath : undefined
}
