/** The seconds without a successful delivery after which a webhook is stopped. */
export const failingLongest = 5 * 24 * 60 * 60
