import type { CalendarEvent } from './calendar-event.ts'

/** Events with the same UID, and the changes to single days of them. */
export type Series = { events: CalendarEvent[]; changes: CalendarEvent[] }

/** Joins events by their UID, without those that are cancelled. Of two changes to a day the one with the higher SEQUENCE counts. */
export function seriesOf(events: readonly CalendarEvent[]): Series[] {
  return [...Map.groupBy(events, (event) => event.uid ?? event).values()].flatMap((same) => {
    const main = same.filter(({ replaces }) => replaces === undefined)
    if (main.length > 0 && main.every(({ isCancelled }) => isCancelled)) return []
    const changes = same
      .filter(({ replaces }) => replaces !== undefined)
      .toSorted((one, other) => one.sequence - other.sequence)
    return {
      events: main.filter(({ isCancelled }) => !isCancelled),
      changes: [...new Map(changes.map((change) => [change.replaces, change])).values()].toSorted(
        (one, other) => one.replaces! - other.replaces!,
      ),
    }
  })
}
