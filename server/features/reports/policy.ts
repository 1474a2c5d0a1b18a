/** The zone whose calendar is furthest ahead: nobody on Earth can yet report on a later day. */
const earliest = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' })
const rangeLongest = 100 // days between both ends

/** @param date YYYY-MM-DD, against the latest 'today' on Earth */
export const isTooLate = (date: string, now: Date): boolean => date > earliest.format(now)

/** @param from @param to YYYY-MM-DD */
export function isTooFar(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000)
  return days < 0 || days > rangeLongest
}
