import type { DayReport } from '#contract/reports.ts'
import { outboxOf } from '../../storage/outbox.ts'
import type { CalendarDate } from '../../dates/dates.ts'

/**
 * A read mark in the outbox. `wholeDay`: it marks all reports of the day, including those that have not been fetched.
 */
export type Mark = { ids: string[]; date: CalendarDate; read: boolean; wholeDay?: boolean }

export const markOutbox = outboxOf<Mark>(
  'reads',
  (mark) => Array.isArray(mark?.ids) && typeof mark.date === 'string' && typeof mark.read === 'boolean',
  ({ date }) => date,
)

/** Returns the reports with the member's queued marks applied. */
export function withMarks<T extends DayReport>(reports: readonly T[], marks: readonly Mark[]): T[] {
  const marked = new Map(marks.flatMap(({ ids, read }) => ids.map((id) => [id, read])))
  return reports.map((report) => {
    const read = marked.get(report.id)
    return read === undefined ? report : { ...report, read, changed: false }
  })
}
