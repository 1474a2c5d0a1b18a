import type { MonthAct, MonthChange, MonthState } from '#contract/months.ts'

/** From where a month can come to be what somebody wants it to be. */
const from: Record<MonthChange['state'], readonly MonthState[]> = {
  submitted: ['open', 'returned', 'reopened'],
  open: ['submitted'],
  approved: ['submitted'],
  returned: ['submitted', 'approved'],
}

export const canBecome = (is: MonthState, wanted: MonthChange['state']): boolean => from[wanted].includes(is)

/** By their member, and not by administrators. */
export const isOwnAct = (wanted: MonthChange['state']): boolean => wanted === 'submitted' || wanted === 'open'

type LastAct = { kind: MonthAct; by_id: string | null; at: Date }

/**
 * Whether somebody takes back an approval of their own. There is no time limit: the message that offers it may stay until
 * it is closed.
 * @param last the last act on the month
 */
export const isUndo = <Last extends LastAct>(
  last: Last | undefined,
  { state, by }: { state: MonthChange['state']; by: string },
): last is Last => state === 'submitted' && last?.kind === 'approved' && last.by_id === by

const untracedForMs = 60_000

/** Whether an approval is so young that taking it back leaves no trace. */
export const isUntraced = ({ at }: LastAct, now: Date): boolean => now.getTime() - at.getTime() <= untracedForMs

export const actOf = (wanted: MonthChange['state']): MonthAct => (wanted === 'open' ? 'withdrawn' : wanted)

/** Whether the day is yesterday or later in every time zone. Without a query, unlike `selectIsLate`. */
export const isRecent = (day: string, now: Date): boolean => day >= now.toISOString().slice(0, 10)

/** A report that is written then is no part of what was submitted. */
export const isReopened = (is: MonthState): boolean => is === 'submitted' || is === 'approved'
