const night = 3 // the hour, in the deployment's time zone
const oldest = 25 // hours; after a missed night a backup is due in the morning
const newest = 12 // hours; after a first backup at night, no second one is due in the same night

/** Returns whether a backup is due; called every hour. @param last when the newest backup was begun */
export function isBackupDue(now: Date, last: Date | undefined, timeZone: string): boolean {
  if (!last) return true
  const hours = (now.getTime() - last.getTime()) / 3_600_000
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now)
  return hours > oldest || (hours > newest && Number(hour) === night)
}
