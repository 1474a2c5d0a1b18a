import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import type { Me } from '#contract/users.ts'
import { isToRead } from '../features/reads/groups.ts'
import { useReadInView } from '../features/reads/use-read-in-view.ts'
import { rowIdPrefix } from '../features/reports/report-row.tsx'
import type { CalendarDate } from '../lib/dates.ts'
import { useShortcuts } from '../lib/shortcuts.ts'
import { toast } from '../ui/toast.tsx'
import type { useDay } from './use-day.ts'
import { focusedRow } from './use-threads.tsx'

const rows = () => [...document.querySelectorAll<HTMLElement>(`tr[id^="${rowIdPrefix}"]`)]

/** To the report after or before the one that has the focus, else to the first that is in view. */
function moveFocus(by: 1 | -1) {
  const all = rows()
  const here = focusedRow(rowIdPrefix)
  const next = here ? all[all.indexOf(here) + by] : all.find((row) => row.getBoundingClientRect().bottom >= 0)
  next?.scrollIntoView?.({ block: 'nearest' })
  next?.focus({ preventScroll: true })
}

/**
 * Marks the day's reports as read: what has been in view, what the keys say, all of them.
 * @param day `left` are the unread; `undrawn` is how many are not in the page yet
 * @returns what marks all of them
 */
export function useReading({
  date,
  user,
  shown,
  left,
  isPaused,
  undrawn,
  mark,
}: {
  date: CalendarDate
  user: Me | undefined
  shown: readonly DayReport[]
  left: readonly DayReport[]
  isPaused: boolean
  undrawn: number
  mark: ReturnType<typeof useDay>['mark']
}): () => void {
  const t = useTranslations('reads')
  const undo = useTranslations('writing')('undo')
  const others = shown.filter(({ user_id }) => user_id !== user?.id)
  /** Marked as unread by hand: only a hand marks them as read again. */
  const keptUnread = useRef(new Set<string>())
  useReadInView(
    {
      ids: isPaused ? [] : others.map(({ id }) => id),
      version: [undrawn, ...others.map(({ updated_at }) => updated_at)].join(' '),
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

  return readAll
}
