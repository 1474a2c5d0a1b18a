import type { MonthState } from '#contract/months.ts'

/** Whether a member may add missing reports: the month is still theirs to mend (E2.02). */
export const mayAddReports = (state: MonthState): boolean => state !== 'submitted' && state !== 'approved'
