const night = 3 // the hour in the deployment's zone
const oldest = 25 // hours; a night that was missed is made up for in the morning
const newest = 12 // hours; the first one comes at once, and none a second time in the same night

/** Asked every hour. @param last when the newest back-up was begun */
export function isBackupDue(now: Date, last: Date | undefined, timeZone: string): boolean {
  if (!last) return true
  const hours = (now.getTime() - last.getTime()) / 3_600_000
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now)
  return hours > oldest || (hours > newest && Number(hour) === night)
}
