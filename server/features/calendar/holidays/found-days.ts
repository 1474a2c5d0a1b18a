import type { Holiday } from '#contract/holidays.ts'

/** A holiday of a calendar file or a country. A day with several names has several entries. */
export type Entry = Holiday & { isProposed: boolean }

/** @property entries the number of entries for that day */
export type FoundDay = Entry & { entries: number }

/**
 * Merges the entries of each day, and sorts by day. A day is named after its first proposed entry, or else its last
 * entry.
 */
export function joinDays(entries: readonly Entry[]): FoundDay[] {
  const byDate = new Map<string, FoundDay>()
  for (const entry of entries) {
    const known = byDate.get(entry.date)
    if (!known) byDate.set(entry.date, { ...entry, entries: 1 })
    else byDate.set(entry.date, { ...(known.isProposed ? known : entry), entries: known.entries + 1 })
  }
  return [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}
