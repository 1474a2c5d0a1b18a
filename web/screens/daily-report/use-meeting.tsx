import { Suspense, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { rowOf } from '../../features/reports/report-row.tsx'
import { useAttendanceText } from '../../features/reports/use-attendance-text.ts'
import type { CalendarDate } from '../../dates/dates.ts'
import { displayName } from '../../domain/person.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { useOnFinished } from '../../hooks/use-on-finished.ts'
import type { useDay } from './use-day.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const Meeting = lazyPart(() => import('./meeting.tsx'))
const parameter = 'present'

/** Opens and closes the meeting view of the day. The URL contains its state (`?present`, N5.04). */
export function useMeeting(date: CalendarDate, { shown, members, attendance, statuses }: ReturnType<typeof useDay>) {
  const [search, setSearch] = useSearchParams()
  const words = useAttendanceText(date)
  const isThere = shown.length > 0
  const isOpen = search.has(parameter) && isThere
  const last = useRef<string>(undefined)
  const open = () =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.set(parameter, '')
        return next
      },
      { state: { isOpenedHere: true } },
    )
  /** Closes the meeting without a new history entry. Otherwise the back button would open the meeting again. */
  const close = () => {
    if ((window.history.state as { isOpenedHere?: true } | null)?.isOpenedHere) return window.history.back()
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(parameter)
        return next
      },
      { replace: true },
    )
  }
  useShortcuts({ p: isThere ? open : undefined })
  useOnFinished(isOpen, () => {
    const row = last.current && rowOf(last.current)
    last.current = undefined
    if (!row) return
    row.scrollIntoView?.({ block: 'center' })
    row.focus({ preventScroll: true })
  })

  return {
    isOpen,
    open: isThere ? open : undefined,
    // Waits for the statuses, because the meeting begins with the members who have open blockers.
    view: isOpen && statuses.known && (
      <Suspense>
        <Meeting
          date={date}
          reports={shown}
          members={members ?? []}
          away={attendance?.away.map(({ member }) => member) ?? []}
          missing={
            attendance && attendance.absent.length > 0 ? words.absent(attendance.absent.map(displayName)) : undefined
          }
          known={statuses.known}
          show={(life) => statuses.show(life, { inMeeting: true })}
          onClose={({ id }) => {
            last.current = id
            close()
          }}
        />
      </Suspense>
    ),
  }
}
