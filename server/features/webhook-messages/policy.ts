const minute = 60 // seconds
const hour = 60 * minute

/** Seconds from one attempt to the next: the twelfth is after five days, so that one message that never arrives stops its webhook. */
export const pauses = [
  minute / 2,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
  24 * hour,
  24 * hour,
]

/** However long a receiver asks to be left alone, in seconds. */
export const pauseLongest = 24 * hour

/** Seconds for which nothing has arrived, after which a webhook is stopped. */
export const failingLongest = 5 * 24 * hour
