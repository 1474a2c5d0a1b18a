import type { ReactNode } from 'react'
import { type Blocker, hasEnded } from '#contract/blockers.ts'
import { blockerLinesOf } from '#contract/no-blocker.ts'
import type { DayReport } from '#contract/reports.ts'

/** The blockers of the reports. `show` renders the status line of one. */
export type Blockers = {
  known: readonly Blocker[]
  /** The ids of blockers that were open when the meeting began. They keep their position after they are resolved. */
  openAtStart: ReadonlySet<string>
  show: (blocker: Blocker) => ReactNode
}

/** Returns the report's blockers that are open, or that were open when the meeting began. */
export const openBlockersOf = (
  { id, issues }: DayReport,
  { known, openAtStart }: Pick<Blockers, 'known' | 'openAtStart'>,
) =>
  blockerLinesOf(issues)
    .map((text, line) => ({ text, line, life: known.find((life) => life.report_id === id && life.line === line) }))
    .filter(({ life }) => !life || !hasEnded(life) || openAtStart.has(life.id))

/** Sorts reports with an open blocker first, then by submission time. */
export function inMeetingOrder(reports: readonly DayReport[], blockers: Pick<Blockers, 'known' | 'openAtStart'>) {
  const isBlocked = (report: DayReport) => openBlockersOf(report, blockers).length > 0
  return reports.toSorted(
    (one, other) =>
      Number(isBlocked(other)) - Number(isBlocked(one)) || Date.parse(one.created_at) - Date.parse(other.created_at),
  )
}
