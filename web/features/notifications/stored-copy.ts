import type { Settings } from '#contract/users.ts'

/** This browser's copies of the notification settings, beside the server's (S3.36). */
const keys = { enabled: 'daily_report_notifications', destination: 'notification_destination' } as const

/** What is shown is what is kept here, whichever device it was last changed on. */
export function storeCopy({ daily_report, destination }: Settings['notifications']) {
  try {
    localStorage.setItem(keys.enabled, String(daily_report))
    localStorage.setItem(keys.destination, destination)
  } catch (error) {
    // A full or forbidden storage: the server has the settings all the same.
    console.info('The notification settings cannot be kept in this browser', error)
  }
}
