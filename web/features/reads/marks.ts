import type { DayReport } from '#contract/reports.ts'
import { outboxOf } from '../../lib/outbox.ts'
import type { CalendarDate } from '../../lib/dates.ts'

/** What a member has said of a day's reports, until the server has it. `wholeDay`: whatever is on it by then. */
export type Mark = { ids: string[]; date: CalendarDate; read: boolean; wholeDay?: boolean }

/** The marks that the server does not know yet. */
export const marksToSend = outboxOf<Mark>(
  'reads',
  (mark) => Array.isArray(mark?.ids) && typeof mark.date === 'string' && typeof mark.read === 'boolean',
  ({ date }) => date,
)

/** The reports as the member has marked them. */
export function withMarks<T extends DayReport>(reports: readonly T[], marks: readonly Mark[]): T[] {
  const said = new Map(marks.flatMap(({ ids, read }) => ids.map((id) => [id, read])))
  return reports.map((report) => {
    const read = said.get(report.id)
    return read === undefined ? report : { ...report, read, changed: false }
  })
}
