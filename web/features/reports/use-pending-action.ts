import { useEffect, useEffectEvent } from 'react'
import type { Report } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { toast } from '../../ui/toast.tsx'
import { reportBy } from './day.ts'
import { rowOf } from './report-row.tsx'
import { mainElement } from '../../platform/main-element.ts'

/** The reason for which the member opened the daily report: to write, or to read a member's report. */
export type PendingAction = { kind: 'write' } | { kind: 'read'; member: User }

/**
 * Performs the pending action as soon as the data for it is loaded.
 * @param day.reports undefined if the reports could not be loaded
 * @param day.write absent if no report can be written for the day
 * @param day.whyNoReport returns the reason for which a member has no report
 */
export function usePendingAction(
  pendingAction: PendingAction | undefined,
  day: {
    isPending: boolean
    reports: readonly Report[] | undefined
    write: (() => void) | undefined
    mayWrite: boolean
    whyNoReport: (member: User) => string
  },
  onToday: () => void,
  onDone: () => void,
) {
  const read = (member: User) => {
    const report = reportBy(member.id, day.reports ?? [])
    const row = report && rowOf(report.id)
    if (!row && day.reports) toast.info(day.whyNoReport(member))
    const place = row ?? mainElement()
    place?.scrollIntoView?.({ block: row ? 'center' : 'start' })
    place?.focus({ preventScroll: true })
  }
  const run = useEffectEvent(() => {
    if (pendingAction?.kind === 'write' && day.write) day.write()
    // The member's own report may still be loading.
    else if (!pendingAction || day.isPending) return
    else if (pendingAction.kind === 'write' && day.mayWrite) return onToday()
    else if (pendingAction.kind === 'read') read(pendingAction.member)
    onDone()
  })
  const isWritable = day.write !== undefined
  useEffect(() => run(), [pendingAction, day.isPending, isWritable])
}
