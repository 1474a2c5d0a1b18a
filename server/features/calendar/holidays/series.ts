import type { CalendarEvent } from './calendar-event.ts'

/** Events with the same UID, and the changes of single days in them. */
export type Series = { events: CalendarEvent[]; changes: CalendarEvent[] }

/** Groups events by UID and drops cancelled ones. Of two changes of a day, the one with the higher SEQUENCE wins. */
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
