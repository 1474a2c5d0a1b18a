import type { MonthState } from '#contract/months.ts'

/** Returns whether the member may add missing reports: not after the month was submitted or approved (E2.02). */
export const mayAddReports = (state: MonthState): boolean => state !== 'submitted' && state !== 'approved'
