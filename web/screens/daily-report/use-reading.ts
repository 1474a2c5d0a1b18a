import { type RefObject, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { DayReport } from '#contract/reports.ts'
import type { Me } from '#contract/users.ts'
import { isToRead } from '../../features/read-marks/groups.ts'
import { useReadInView } from '../../features/read-marks/use-read-in-view.ts'
import { reportRowIdPrefix, rowOf } from '../../features/reports/report-row.tsx'
import type { CalendarDate } from '../../dates/dates.ts'
import { useShortcuts } from '../../hooks/use-shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import type { useDay } from './use-day.ts'
import { focusedRow } from '../shared/use-threads.tsx'

/**
 * Moves the focus to the next or previous report. Without a focused report, focuses the first visible one.
 * @param ownId the id of the member's own report, which is skipped in that case
 */
function moveFocus(table: HTMLTableElement | null, by: 1 | -1, ownId: string | undefined) {
  const all = [...(table?.rows ?? [])].filter(({ id }) => id.startsWith(reportRowIdPrefix))
  const here = focusedRow(reportRowIdPrefix)
  const first = () =>
    all.find(({ id }, at) => all[at]!.getBoundingClientRect().bottom >= 0 && id !== `${reportRowIdPrefix}${ownId}`) ??
    all[0]
  const next = here ? all[all.findIndex((row) => row === here) + by] : first()
  next?.scrollIntoView?.({ block: 'nearest' })
  next?.focus({ preventScroll: true })
}

/**
 * Marks the day's reports as read: those that were in view, those on which the member pressed a key, or all.
 * @param day `table`: the element; `listed`: the reports that match the filter; `left`: the unread ones among them
 * @returns a function that marks all listed reports
 */
export function useReading({
  table,
  date,
  user,
  shown,
  listed,
  left,
  isPaused,
  areAllDrawn,
  mark,
}: {
  table: RefObject<HTMLTableElement | null>
  date: CalendarDate
  user: Me | undefined
  shown: readonly DayReport[]
  listed: readonly DayReport[]
  left: readonly DayReport[]
  isPaused: boolean
  /** False while some reports are not on the page yet. */
  areAllDrawn: boolean
  mark: ReturnType<typeof useDay>['mark']
}): () => void {
  const t = useTranslations('reads')
  const undo = useTranslations('writing')('undo')
  const own = shown.find(({ user_id }) => user_id === user?.id)
  const others = shown.filter((report) => report !== own)
  /** The reports that the member marked as unread. They stay unread until the member marks them as read. */
  const markedUnread = useRef(new Set<string>())
  useReadInView(
    {
      ids: isPaused ? [] : others.map(({ id }) => id),
      version: [areAllDrawn, ...others.map(({ updated_at }) => updated_at)].join(' '),
      elementOf: rowOf,
    },
    (id) => {
      const report = others.find((other) => other.id === id)
      if (report && isToRead(report) && !markedUnread.current.has(id)) mark({ ids: [id], date, read: true })
    },
  )
  const turn = (report: DayReport) => {
    const isRead = isToRead(report)
    if (isRead) markedUnread.current.delete(report.id)
    else markedUnread.current.add(report.id)
    mark({ ids: [report.id], date, read: isRead })
  }
  const readAll = () => {
    const ids = left.map(({ id }) => id)
    markedUnread.current.clear()
    // If a filter hides reports, only the listed ones are marked.
    const wholeDay = listed.length === shown.length
    mark({ ids: listed.filter(isToRead).map(({ id }) => id), date, read: true, ...(wholeDay && { wholeDay }) })
    toast.success(t('allMarked', { count: ids.length }), {
      label: undo,
      act: () => {
        for (const id of ids) markedUnread.current.add(id)
        mark({ ids, date, read: false })
      },
    })
  }
  useShortcuts({
    j: () => moveFocus(table.current, 1, own?.id),
    k: () => moveFocus(table.current, -1, own?.id),
    e: () => {
      const id = focusedRow(reportRowIdPrefix)?.id.slice(reportRowIdPrefix.length)
      const report = others.find((other) => other.id === id)
      if (report) turn(report)
    },
    'shift e': left.length > 0 ? readAll : undefined,
  })

  return readAll
}
