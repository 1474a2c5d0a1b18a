import { type Done, oneLine, cleanTexts, wordLongest } from './issue.ts'

/** The most recently completed issues to read per account. */
export const doneAtMost = 100

/** The number of days that count as recent. */
export const doneDays = 14

const tidiedDone = (done: Done): Done => ({ ...cleanTexts(done), status: oneLine(done.status, wordLongest) })

/** Removes duplicates, such as one's own pull request that is also assigned to oneself. */
export const doneLately = (done: Done[]): Done[] =>
  [...new Map(done.map((one) => [one.key, one])).values()].map(tidiedDone)
