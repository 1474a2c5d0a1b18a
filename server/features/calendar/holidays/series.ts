import type { CalendarEvent } from './calendar-event.ts'

/** The events with the same UID. `changes`: the events that replace single days. */
export type Series = { events: CalendarEvent[]; changes: CalendarEvent[] }

/**
 * Groups events by UID, without the cancelled ones. Keeps cancelled changes, whose days the series then leaves out. If
 * two changes are about the same day, the one with the higher SEQUENCE wins.
 */
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
