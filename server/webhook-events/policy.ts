/** The seconds without a successful delivery after which a webhook is stopped, and a device for reminders forgotten. */
export const failingLongest = 5 * 24 * 60 * 60
