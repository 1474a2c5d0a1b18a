/** The time zone that is furthest ahead. A later day has not begun anywhere on Earth. */
const earliest = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' })
const rangeLongest = 100 // days between both ends

/** @param date YYYY-MM-DD, against the latest 'today' on Earth */
export const isTooLate = (date: string, now: Date): boolean => date > earliest.format(now)

const dayLength = 24 * 60 * 60_000 // milliseconds

/** @param from @param to YYYY-MM-DD @returns how many days `to` is after `from` */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength

/** @param days from the first of a range to its last */
export const isRangeTooLong = (days: number): boolean => days < 0 || days > rangeLongest
