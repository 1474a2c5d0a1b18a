import type { Absence } from '#contract/absences.ts'

/**
 * Merges an absence with the member's other absences that share a day with it. The result lasts from the earliest day
 * to the latest. It is half a day if all of them are the same half; otherwise it is whole days.
 */
export function merged(absence: Absence, overlapping: readonly Absence[]): Absence {
  const all = [absence, ...overlapping]
  const days = all.flatMap(({ from, until }) => [from, until]).toSorted()
  const isOneHalf = all.every(({ half }) => half === absence.half)
  return { ...absence, from: days[0]!, until: days.at(-1)!, half: isOneHalf ? absence.half : null }
}
