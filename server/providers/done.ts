import { type Done, oneLine, tidied, wordLongest } from './issue.ts'

/** So many of what was done lately are read of one account. */
export const doneAtMost = 100

/** Since when it counts as lately. */
export const doneDays = 14

const tidiedDone = (done: Done): Done => ({ ...tidied(done), status: oneLine(done.status, wordLongest) })

/** One of each: a pull request of one's own may be assigned to oneself as well. */
export const doneLately = (done: Done[]): Done[] =>
  [...new Map(done.map((one) => [one.key, one])).values()].map(tidiedDone)
