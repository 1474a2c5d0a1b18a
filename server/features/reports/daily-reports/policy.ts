/** The time zone that is furthest ahead. A day that has not begun there has not begun anywhere on Earth. */
const earliest = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' })
const rangeLongest = 100 // days between both ends

/** Returns whether a day has not begun anywhere on Earth. @param date YYYY-MM-DD */
export const isTooLate = (date: string, now: Date): boolean => date > earliest.format(now)

const dayLength = 24 * 60 * 60_000 // milliseconds

/** Returns how many days `to` is after `from`. Both are YYYY-MM-DD. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayLength

/** @param days the number of days from the first day of a range to its last */
export const isRangeTooLong = (days: number): boolean => days < 0 || days > rangeLongest
