/** Milliseconds by which the server's clock is ahead of the browser's. Tokens expire by the server's clock. */
let ahead = 0

/** @param date the `Date` header of a response that has just arrived; null or an invalid date has no effect */
export function compareClocks(date: string | null) {
  const served = Date.parse(date ?? '')
  if (!Number.isNaN(served)) ahead = served - Date.now()
}

/** Returns the server's time in milliseconds since 1970. */
export const serverNow = () => Date.now() + ahead

const tolerated = 3_600_000 // milliseconds

export const isClockWrong = () => Math.abs(ahead) > tolerated
