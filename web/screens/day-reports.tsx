import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { DayReport } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { openGroups } from '../features/reads/groups.ts'
import { ReadMark } from '../features/reads/read-mark.tsx'
import { ReadBy } from '../features/reads/readers.tsx'
import { ReadLine, UnreadLine } from '../features/reads/unread-line.tsx'
import { ReportTable } from '../features/reports/report-table.tsx'
import { RollLines } from '../features/reports/roll-call.tsx'
import type { CalendarDate } from '../lib/dates.ts'
import { useAnswers } from './use-answers.tsx'
import type { useDay } from './use-day.ts'
import { useDrawn } from '../lib/use-drawn.ts'
import { useReading } from './use-reading.ts'

// Nothing depends on it: where it cannot be loaded, the day goes without.
const WeekLine = lazy(() => import('./week-line.tsx').catch(() => ({ default: () => null })))

const markOf = (report: DayReport) => <ReadMark report={report} />
const nobody: User[] = []
/** Whoever goes from day to day has rows taken away as often as they are drawn. */
const calmAfter = 5_000 // milliseconds

/** What was reported, the unread first, then who has not, and why the day cannot be written about. */
export function DayReports({
  date,
  user,
  saved,
  isAwaited,
  paused,
  whole,
  of: { shown, members = nobody, daysOff, roll, lives, queued, notDue, closed, mark },
}: {
  date: CalendarDate
  user: Me | undefined
  saved: boolean
  /** They come from the server, while the page shows that it loads. */
  isAwaited: boolean
  /** Something lies over it: nothing of it is being read. */
  paused: boolean
  /** Somebody looks for one of them, wherever it stands. */
  whole: boolean
  of: ReturnType<typeof useDay>
}) {
  const [groupsOf] = useState(openGroups)
  const { unread, read } = groupsOf(shown)
  const end = useRef<HTMLDivElement>(null)
  const drawn = useDrawn(shown.length, { isAwaited, isWhole: whole, calmAfter, end })
  const undrawn = Math.max(0, shown.length - drawn)
  const { foot: answered, below } = useAnswers(user, members)
  const foot = useCallback(
    (report: DayReport, isOpen: boolean) => (
      <div className="-ml-1 flex min-h-7 flex-wrap items-center gap-x-1.5 pointer-coarse:min-h-11">
        {answered(report, isOpen)}
        {report.readers && <ReadBy readers={report.readers} members={members} />}
      </div>
    ),
    [answered, members],
  )
  const left = shown.filter((report) => !report.read)

  const readAll = useReading({ date, user, shown, left, isPaused: paused, undrawn, mark })

  return (
    <>
      <ReportTable
        groups={
          unread.length > 0
            ? [
                { line: <UnreadLine key="unread" left={left.length} onAllRead={readAll} />, reports: unread },
                { line: read.length > 0 && <ReadLine key="read" />, reports: read },
              ]
            : [{ line: undefined, reports: read }]
        }
        drawn={drawn}
        members={members}
        halves={roll?.halves}
        lives={lives}
        userId={user?.id}
        saved={saved}
        queued={queued !== undefined}
        mark={markOf}
        foot={foot}
        below={below}
      />
      {/* About as high as they will be. */}
      <div ref={end} style={{ blockSize: `${undrawn * 7}rem` }} />
      {roll && <RollLines key={date} roll={roll} date={date} holiday={notDue.holiday} />}
      {closed && user?.writes !== false && <p className="py-4 t-13 text-text-2">{closed}</p>}
      {user && daysOff && (
        <Suspense>
          <WeekLine date={date} team={user.team} holidays={daysOff.holidays} />
        </Suspense>
      )}
    </>
  )
}
