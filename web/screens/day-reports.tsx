import { lazy, startTransition, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import type { Me, User } from '#contract/users.ts'
import { isToRead, openGroups } from '../features/reads/groups.ts'
import { ReadMark } from '../features/reads/read-mark.tsx'
import { ReadBy } from '../features/reads/readers.tsx'
import { ReadLine, UnreadLine } from '../features/reads/unread-line.tsx'
import { useReadInView } from '../features/reads/use-read-in-view.ts'
import { ReportTable } from '../features/reports/report-table.tsx'
import { rowIdPrefix } from '../features/reports/report-row.tsx'
import { RollLines } from '../features/reports/roll-call.tsx'
import type { CalendarDate } from '../lib/dates.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { toast } from '../ui/toast.tsx'
import { useAnswers } from './use-answers.tsx'
import type { useDay } from './use-day.ts'
import { focusedRow } from './use-threads.tsx'

// Nothing depends on it: where it cannot be loaded, the day goes without.
const WeekLine = lazy(() => import('./week-line.tsx').catch(() => ({ default: () => null })))

const rows = () => [...document.querySelectorAll<HTMLElement>(`tr[id^="${rowIdPrefix}"]`)]

/** To the report after or before the one that has the focus, else to the first that is in view. */
function moveFocus(by: 1 | -1) {
  const all = rows()
  const here = focusedRow(rowIdPrefix)
  const next = here ? all[all.indexOf(here) + by] : all.find((row) => row.getBoundingClientRect().bottom >= 0)
  next?.scrollIntoView?.({ block: 'nearest' })
  next?.focus({ preventScroll: true })
}

/** What a window shows of a day at most, whose rows are not lower. */
const inWindow = () => Math.ceil(window.innerHeight / 100)
/** So many of the rest are drawn at once: the page answers between some and the next. */
const atOnce = 20

const markOf = (report: DayReport) => <ReadMark report={report} />
const nobody: User[] = []

/** What was reported, the unread first, then who has not, and why the day cannot be written about. */
export function DayReports({
  date,
  user,
  saved,
  paused,
  whole,
  of: { shown, members = nobody, daysOff, roll, lives, queued, notDue, closed, mark },
}: {
  date: CalendarDate
  user: Me | undefined
  saved: boolean
  /** Something lies over it: nothing of it is being read. */
  paused: boolean
  /** Somebody looks for one of them, wherever it stands. */
  whole: boolean
  of: ReturnType<typeof useDay>
}) {
  const t = useTranslations('reads')
  const undo = useTranslations('writing')('undo')
  const [groupsOf] = useState(openGroups)
  const { unread, read } = groupsOf(shown)
  const [first, setFirst] = useState(inWindow)
  const drawn = whole ? Infinity : first
  const areAllDrawn = drawn >= shown.length
  useEffect(() => {
    if (!areAllDrawn) startTransition(() => setFirst(first + atOnce))
  }, [areAllDrawn, first])
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

  const others = shown.filter(({ user_id }) => user_id !== user?.id)
  /** Marked as unread by hand: only a hand marks them as read again. */
  const keptUnread = useRef(new Set<string>())
  useReadInView(
    {
      ids: paused ? [] : others.map(({ id }) => id),
      version: [areAllDrawn, ...others.map(({ updated_at }) => updated_at)].join(' '),
      prefix: rowIdPrefix,
    },
    (id) => {
      const report = others.find((other) => other.id === id)
      if (report && isToRead(report) && !keptUnread.current.has(id)) mark({ ids: [id], date, read: true })
    },
  )
  const turn = (report: DayReport) => {
    const isRead = isToRead(report)
    if (isRead) keptUnread.current.delete(report.id)
    else keptUnread.current.add(report.id)
    mark({ ids: [report.id], date, read: isRead })
  }
  const readAll = () => {
    const ids = left.map(({ id }) => id)
    keptUnread.current.clear()
    mark({ ids: shown.filter(isToRead).map(({ id }) => id), date, read: true, wholeDay: true })
    toast.success(t('allMarked', { count: ids.length }), {
      label: undo,
      act: () => {
        for (const id of ids) keptUnread.current.add(id)
        mark({ ids, date, read: false })
      },
    })
  }
  useShortcuts({
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    e: () => {
      const id = focusedRow(rowIdPrefix)?.id.slice(rowIdPrefix.length)
      const report = others.find((other) => other.id === id)
      if (report) turn(report)
    },
    'shift e': left.length > 0 ? readAll : undefined,
  })

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
