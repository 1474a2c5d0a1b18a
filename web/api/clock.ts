/** Milliseconds by which the server's clock is ahead of the browser's; tokens expire by the server's. */
let ahead = 0

/** @param date the `Date` of an answer that has just come; without one the clocks count as equal */
export function compareClocks(date: string | null) {
  const served = Date.parse(date ?? '')
  if (!Number.isNaN(served)) ahead = served - Date.now()
}

/** Milliseconds since 1970, as the server counts them. */
export const serverNow = () => Date.now() + ahead

const tolerated = 3_600_000 // milliseconds

/** Returns whether the device's clock differs from the server's by more than an hour. */
export const isClockWrong = () => Math.abs(ahead) > tolerated
