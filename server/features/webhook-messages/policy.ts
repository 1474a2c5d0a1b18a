/** Seconds for which nothing has arrived, after which a webhook is stopped. */
export const failingLongest = 5 * 24 * 60 * 60
