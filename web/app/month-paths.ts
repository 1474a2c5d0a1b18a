import type { MonthState } from '#contract/months.ts'
import { pagePath } from './members-paths.ts'

export const monthPath = ({ month, user_id }: { month: string; user_id: string }) =>
  `${pagePath('monthly-report')}&month=${month}&member=${user_id}`

export const monthsPath = (state: MonthState = 'submitted') => `${pagePath('monthly-report')}&months=${state}`
