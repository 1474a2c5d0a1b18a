import type { MonthState } from '#contract/months.ts'

/** Returns whether the member may add missing reports. A submitted or approved month is closed for them (E2.02). */
export const mayAddReports = (state: MonthState): boolean => state !== 'submitted' && state !== 'approved'
