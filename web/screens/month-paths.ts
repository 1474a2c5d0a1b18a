import type { MonthState } from '#contract/months.ts'
import { pagePath } from './members-paths.ts'

/** A member's month, to be read and decided on. */
export const monthPath = ({ month, user_id }: { month: string; user_id: string }) =>
  `${pagePath('monthly-report')}&month=${month}&member=${user_id}`

/** The months that administrators decide on. */
export const monthsPath = (state: MonthState = 'submitted') => `${pagePath('monthly-report')}&months=${state}`
