import { type CalendarDate, localDate } from './dates.ts'

let zone: string | undefined

/** Sets the zone of all days and times on the page: the member's, otherwise the team's. Undefined: the browser's. */
export function setOwnZone(next: string | null | undefined) {
  zone = next && formatIn(next) ? next : undefined
}

/** Returns the zone for a format of a time. Undefined: the browser's. */
export const ownZone = () => zone

/** Returns the day on which a time falls in the zone of the page (E5.05). */
export const ownDate = (time: Date): CalendarDate => dateIn(zone, time)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the day on which a time falls in the zone; in the browser's zone without one, or with one that it does not know. */
export function dateIn(where: string | null | undefined, time: Date): CalendarDate {
  const format = where ? formatIn(where) : undefined
  return format ? format.format(time) : localDate(time)
}

/** Returns undefined for a zone that the browser does not know. */
function formatIn(name: string): Intl.DateTimeFormat | undefined {
  try {
    const format = formats.get(name) ?? new Intl.DateTimeFormat('sv', { timeZone: name })
    formats.set(name, format)
    return format
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
