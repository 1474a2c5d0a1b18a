import type { Settings } from '#contract/users.ts'
import { writeStored } from '../../storage/local-storage.ts'

/** The keys of this browser's copy of the notification settings (S3.36). The server has the original. */
const keys = { enabled: 'daily_report_notifications', destination: 'notification_destination' } as const

/** Stores the displayed settings, even if another device changed them last. */
export function storeCopy({ daily_report, destination }: Settings['notifications']) {
  // If the browser refuses to store them, the server still has the settings.
  writeStored(keys.enabled, String(daily_report))
  writeStored(keys.destination, destination)
}
