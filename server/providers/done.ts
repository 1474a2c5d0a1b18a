import { type Done, oneLine, cleanTexts, wordLongest } from './issue.ts'

/** The number of recently completed issues that are read per account. */
export const doneAtMost = 100

/** The number of days that count as recent. */
export const doneDays = 14

const tidiedDone = (done: Done): Done => ({ ...cleanTexts(done), status: oneLine(done.status, wordLongest) })

/** Removes duplicates: a member's own pull request can also be assigned to them, for example. */
export const doneLately = (done: Done[]): Done[] =>
  [...new Map(done.map((one) => [one.key, one])).values()].map(tidiedDone)
