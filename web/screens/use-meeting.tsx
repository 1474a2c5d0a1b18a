import { lazy, Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'wouter'
import { rowIdPrefix } from '../features/reports/report-row.tsx'
import type { CalendarDate } from '../lib/dates.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import type { useDay } from './use-day.ts'

// Where it cannot be loaded, the day stays as it is.
const Meeting = lazy(() => import('./meeting.tsx').catch(() => ({ default: () => null })))
const parameter = 'present'

/** The meeting view of the day, which stands in the address (`?present`, N5.04). */
export function useMeeting(date: CalendarDate, { shown, members, roll, lives }: ReturnType<typeof useDay>) {
  const [search, setSearch] = useSearchParams()
  const isThere = shown.length > 0
  const isOpen = search.has(parameter) && isThere
  const last = useRef<string>(undefined)
  const open = () =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      next.set(parameter, '')
      return next
    })
  const close = () =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      next.delete(parameter)
      return next
    })
  useShortcuts({ p: isThere ? open : undefined })
  useEffect(() => {
    if (isOpen || !last.current) return
    const row = document.getElementById(rowIdPrefix + last.current)
    last.current = undefined
    row?.scrollIntoView?.({ block: 'center' })
    row?.focus({ preventScroll: true })
  }, [isOpen])

  return {
    isOpen,
    open: isThere ? open : undefined,
    view: isOpen && (
      <Suspense>
        <Meeting
          date={date}
          reports={shown}
          members={members ?? []}
          away={roll?.away.map(({ member }) => member) ?? []}
          lives={lives.known ?? []}
          onClose={({ id }) => {
            last.current = id
            close()
          }}
        />
      </Suspense>
    ),
  }
}
