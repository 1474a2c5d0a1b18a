import type { Holiday } from '#contract/holidays.ts'

/** A whole day of a file or a country, once for each of its names. */
export type Entry = Holiday & { isProposed: boolean }

/** @property entries on that day */
export type FoundDay = Entry & { entries: number }

/** Joins the entries of a day, in the order of the days. The name is that of the first entry that is proposed. */
export function joinDays(entries: readonly Entry[]): FoundDay[] {
  const byDate = new Map<string, FoundDay>()
  for (const entry of entries) {
    const known = byDate.get(entry.date)
    if (!known) byDate.set(entry.date, { ...entry, entries: 1 })
    else byDate.set(entry.date, { ...(known.isProposed ? known : entry), entries: known.entries + 1 })
  }
  return [...byDate.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1))
}
