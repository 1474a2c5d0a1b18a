/** The seconds without a successful delivery after which a webhook is stopped, or a device gets no more reminders. */
export const failingLongest = 5 * 24 * 60 * 60
