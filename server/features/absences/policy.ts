import type { Absence } from '#contract/absences.ts'

/**
 * The absence together with those of the same member that share a day with it: from the first of their days to the last.
 * The same half of a day stays one; two different halves are the whole of it.
 */
export function merged(absence: Absence, overlapping: readonly Absence[]): Absence {
  const all = [absence, ...overlapping]
  const days = all.flatMap(({ from, until }) => [from, until]).toSorted()
  const isOneHalf = all.every(({ half }) => half === absence.half)
  return { ...absence, from: days[0]!, until: days.at(-1)!, half: isOneHalf ? absence.half : null }
}
