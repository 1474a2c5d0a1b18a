import type { Absence } from '#contract/absences.ts'

/**
 * Merges an absence with those of the same member that share a day with it: from the earliest day to the latest. If all
 * are the same half of a day, the result is that half; otherwise it is whole days.
 */
export function merged(absence: Absence, overlapping: readonly Absence[]): Absence {
  const all = [absence, ...overlapping]
  const days = all.flatMap(({ from, until }) => [from, until]).toSorted()
  const isOneHalf = all.every(({ half }) => half === absence.half)
  return { ...absence, from: days[0]!, until: days.at(-1)!, half: isOneHalf ? absence.half : null }
}
