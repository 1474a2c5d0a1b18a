import type { DayReport } from '#contract/reports.ts'
import { openOutbox } from '../../api/outbox.ts'
import type { CalendarDate } from '../../lib/dates.ts'

/** What a member has said of a day's reports, until the server has it. `wholeDay`: whatever is on it by then. */
export type Mark = { ids: string[]; date: CalendarDate; read: boolean; wholeDay?: boolean }

export const marksToSend = openOutbox<Mark>(
  'reads',
  (entry) => Array.isArray(entry?.ids) && typeof entry.date === 'string' && typeof entry.read === 'boolean',
)

/** The reports as the member has marked them. */
export function withMarks<T extends DayReport>(reports: readonly T[], marks: readonly Mark[]): T[] {
  const said = new Map(marks.flatMap(({ ids, read }) => ids.map((id) => [id, read])))
  return reports.map((report) => {
    const read = said.get(report.id)
    return read === undefined ? report : { ...report, read, changed: false }
  })
}
