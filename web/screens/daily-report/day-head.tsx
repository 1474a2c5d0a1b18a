import { Link } from 'wouter'
import type { Me } from '#contract/users.ts'
import { schedulePath } from '../../app/paths.ts'
import { DayTools } from '../../features/days-off/day-tools.tsx'
import { Masthead } from '../../features/reports/masthead.tsx'
import { AttendanceSkeleton } from '../../features/reports/report-skeleton.tsx'
import { AttendanceSummary } from '../../features/reports/attendance.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { textLink } from '../../ui/text-link.ts'
import type { useDay } from './use-day.ts'

/**
 * The top of a day: the date, the actions of the day, and the members who have reported.
 * @param onPresent opens the meeting view; absent if the day has no reports
 */
export function DayHead({
  date,
  today,
  latest,
  user,
  view: { load, attendanceLoad, shown, attendance, blockers, daysOff },
  onSelect,
  onPresent,
  onBlockers,
}: {
  date: CalendarDate
  today: CalendarDate
  latest: CalendarDate
  user: Me | undefined
  view: ReturnType<typeof useDay>
  onSelect: (date: CalendarDate) => void
  onPresent: (() => void) | undefined
  onBlockers: () => void
}) {
  return (
    <Masthead
      date={date}
      today={today}
      latest={latest}
      onSelect={onSelect}
      toTimeZone={(words) => (
        <Link href={schedulePath} className={textLink}>
          {words}
        </Link>
      )}
      tools={
        user && <DayTools key={date} user={user} date={date} absences={daysOff?.absences ?? []} onPresent={onPresent} />
      }
    >
      {load.status === 'pending' || attendanceLoad.status === 'pending' ? (
        <AttendanceSkeleton key={date} reported={shown.length} />
      ) : (
        attendance && <AttendanceSummary attendance={attendance} blockers={blockers} onBlockers={onBlockers} />
      )}
    </Masthead>
  )
}
