import type { MonthAct, MonthChange, MonthState } from '#contract/months.ts'

/** The states from which each state can be reached. */
const from: Record<MonthChange['state'], readonly MonthState[]> = {
  submitted: ['open', 'returned', 'reopened'],
  open: ['submitted'],
  approved: ['submitted'],
  returned: ['submitted', 'approved'],
}

export const canChangeTo = (is: MonthState, wanted: MonthChange['state']): boolean => from[wanted].includes(is)

/** Returns whether the change is one that the month's member makes, not an administrator. */
export const isOwnAct = (wanted: MonthChange['state']): boolean => wanted === 'submitted' || wanted === 'open'

type LastAct = { kind: MonthAct; by_id: string | null; at: Date }

/**
 * Returns whether a change undoes the caller's own approval. There is no time limit, because the message with the undo
 * button may stay open.
 * @param last the last action on the month
 */
export const isUndo = <Last extends LastAct>(
  last: Last | undefined,
  { state, by }: { state: MonthChange['state']; by: string },
): last is Last => state === 'submitted' && last?.kind === 'approved' && last.by_id === by

const untracedForMs = 60_000

/** Returns whether an approval is so recent that an undo leaves no trace. */
export const isUntraced = ({ at }: LastAct, now: Date): boolean => now.getTime() - at.getTime() <= untracedForMs

export const actOf = (wanted: MonthChange['state']): MonthAct => (wanted === 'open' ? 'withdrawn' : wanted)

/** Returns true only if the day is yesterday or later in every time zone. Needs no query, unlike `selectIsLate`. */
export const isRecent = (day: string, now: Date): boolean => day >= now.toISOString().slice(0, 10)

/**
 * Returns whether a new or changed report reopens a month in this state. The month was submitted without that change.
 */
export const isReopened = (is: MonthState): boolean => is === 'submitted' || is === 'approved'
