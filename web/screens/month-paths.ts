import type { MonthState } from '#contract/months.ts'
import { pagePath } from './members-paths.ts'

/** Returns the page of a member's month, to read and decide on. */
export const monthPath = ({ month, user_id }: { month: string; user_id: string }) =>
  `${pagePath('monthly-report')}&month=${month}&member=${user_id}`

/** Returns the list of months for administrators. */
export const monthsPath = (state: MonthState = 'submitted') => `${pagePath('monthly-report')}&months=${state}`
