import { type CalendarDate, localDate } from './dates.ts'

let zone: string | undefined

/**
 * Sets the time zone of all days and times on the page: the member's, otherwise the team's. Undefined: the browser's.
 */
export function setOwnZone(next: string | null | undefined) {
  zone = next && formatIn(next) ? next : undefined
}

/** Returns the time zone for formatting. Undefined: the browser's. */
export const ownZone = () => zone

/** Returns the date of an instant in the time zone of the page (E5.05). */
export const ownDate = (time: Date): CalendarDate => dateInZone(zone, time)

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date of an instant in the zone `where`. Uses the browser's zone if `where` is missing or unknown. */
export function dateInZone(where: string | null | undefined, time: Date): CalendarDate {
  const format = where ? formatIn(where) : undefined
  return format ? format.format(time) : localDate(time)
}

/** Returns undefined if the browser does not know the zone. */
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
