import { Suspense, useCallback, useDeferredValue, useRef, useState } from 'react'
import type { DayReport } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { openGroups } from '../../features/read-marks/groups.ts'
import { ReadMark } from '../../features/read-marks/read-mark.tsx'
import { ReaderCount } from '../../features/read-marks/readers.tsx'
import { UnreadLine } from '../../features/read-marks/unread-line.tsx'
import { useDayFilter } from '../../features/reports/day-filter.tsx'
import { ReportTable } from '../../features/reports/report-table.tsx'
import { AttendanceLines } from '../../features/reports/attendance.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { useAnswers } from './use-answers.tsx'
import type { useDay } from './use-day.ts'
import { useReading } from './use-reading.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

// If the code cannot be loaded, the day is shown without this line.
const WeekLine = lazyPart(() => import('./week-line.tsx'))

const markOf = (report: DayReport) => <ReadMark report={report} />
const nobody: User[] = []
/**
 * The number of reports that are rendered first. The others follow in a transition, so that the page reacts to input.
 */
const atOnce = 10

/**
 * The reports of a day, the unread ones first. Below them the members without a report, and a sentence if no report can
 * be written.
 */
export function DayReports({
  date,
  user,
  saved,
  paused,
  isSought,
  view: { shown, members = nobody, daysOff, attendance, statuses, queued, notDue, closed, mark },
}: {
  date: CalendarDate
  user: Me | undefined
  saved: boolean
  /** Whether something covers the reports, so that none of them counts as being read. */
  paused: boolean
  /** Whether the user looks for one report. It can be anywhere, so all reports are rendered at once. */
  isSought: boolean
  view: ReturnType<typeof useDay>
}) {
  const [groupsOf] = useState(openGroups)
  const { left: wanted, controls } = useDayFilter(shown, members, statuses.known)
  // The queued report comes first, because no other element of the page confirms that it is queued.
  const waiting = wanted.filter((report) => report === queued)
  const { unread, read } = groupsOf(wanted.filter((report) => report !== queued))
  const isRestDue = useDeferredValue(true, isSought)
  const areAllDrawn = isRestDue || isSought || wanted.length <= atOnce
  const { foot: answered, below } = useAnswers(user, members)
  const foot = useCallback(
    (report: DayReport, isOpen: boolean) => (
      <div className="-ml-1 flex min-h-7 flex-wrap items-center gap-x-1.5 pointer-coarse:min-h-11">
        {answered(report, isOpen, report.readers && <ReaderCount readers={report.readers} members={members} />)}
      </div>
    ),
    [answered, members],
  )
  const left = wanted.filter((report) => !report.read)
  const leftIn = (reports: readonly DayReport[]) => reports.filter((report) => !report.read).length

  const table = useRef<HTMLTableElement>(null)
  const readAll = useReading({ table, date, user, shown, listed: wanted, left, isPaused: paused, areAllDrawn, mark })

  const leftInNew = leftIn(unread)
  const otherLine = (
    <UnreadLine
      key="other"
      group={unread.length > 0 ? 'otherGroup' : undefined}
      left={leftIn(read)}
      onAllRead={leftInNew === 0 ? readAll : undefined}
    />
  )
  const groups = [
    { line: undefined, reports: waiting },
    ...(unread.length > 0
      ? [
          {
            line: (
              <UnreadLine
                key="new"
                group="newGroup"
                left={leftInNew}
                isAllRead={left.length === 0}
                onAllRead={readAll}
              />
            ),
            reports: unread,
          },
          { line: read.length > 0 && otherLine, reports: read },
        ]
      : [{ line: left.length > 0 && otherLine, reports: read }]),
  ]

  return (
    <>
      {controls}
      <ReportTable
        table={table}
        groups={groups}
        drawn={areAllDrawn ? wanted.length : atOnce}
        members={members}
        halves={attendance?.halves}
        statuses={statuses}
        userId={user?.id}
        saved={saved}
        queued={queued !== undefined}
        mark={markOf}
        foot={foot}
        below={below}
      />
      {areAllDrawn && attendance && (
        <AttendanceLines key={date} attendance={attendance} date={date} holiday={notDue.holiday} />
      )}
      {areAllDrawn && closed && user?.writes !== false && <p className="py-4 t-13 text-text-2">{closed}</p>}
      {areAllDrawn && user && daysOff && (
        <Suspense>
          <WeekLine date={date} team={user.team} holidays={daysOff.holidays} />
        </Suspense>
      )}
    </>
  )
}
