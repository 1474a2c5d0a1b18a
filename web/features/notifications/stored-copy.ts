import type { Settings } from '#contract/users.ts'
import { writeStored } from '../../lib/local-storage.ts'

/** This browser's copies of the notification settings, beside the server's (S3.36). */
const keys = { enabled: 'daily_report_notifications', destination: 'notification_destination' } as const

/** What is shown is what is kept here, whichever device it was last changed on. */
export function storeCopy({ daily_report, destination }: Settings['notifications']) {
  // Where the browser keeps nothing, the server has the settings all the same.
  writeStored(keys.enabled, String(daily_report))
  writeStored(keys.destination, destination)
}
