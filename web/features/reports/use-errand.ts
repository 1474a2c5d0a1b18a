import { useEffect, useEffectEvent } from 'react'
import type { Report } from '#contract/reports.ts'
import type { User } from '#contract/users.ts'
import { toast } from '../../ui/toast.tsx'
import { reportBy } from './day.ts'
import { rowOf } from './report-row.tsx'
import { mainElement } from '../../lib/main-element.ts'

/** What somebody came to the daily report for: to write, or to read what a member has reported. */
export type Errand = { kind: 'write' } | { kind: 'read'; member: User }

/**
 * Does what somebody came for, once the day that is shown is known well enough.
 * @param day its reports, if they could be read; `write` is absent where the day cannot be written on, `say` tells why a member's is not there
 */
export function useErrand(
  errand: Errand | undefined,
  day: {
    isPending: boolean
    reports: readonly Report[] | undefined
    write: (() => void) | undefined
    mayWrite: boolean
    say: (member: User) => string
  },
  onToday: () => void,
  onDone: () => void,
) {
  const read = (member: User) => {
    const report = reportBy(member.id, day.reports ?? [])
    const row = report && rowOf(report.id)
    if (!row && day.reports) toast.info(day.say(member))
    const place = row ?? mainElement()
    place?.scrollIntoView?.({ block: row ? 'center' : 'start' })
    place?.focus({ preventScroll: true })
  }
  const attend = useEffectEvent(() => {
    if (errand?.kind === 'write' && day.write) day.write()
    // Until the day is known, a report of mine may still be on it.
    else if (!errand || day.isPending) return
    else if (errand.kind === 'write' && day.mayWrite) return onToday()
    else if (errand.kind === 'read') read(errand.member)
    onDone()
  })
  const isWritable = day.write !== undefined
  useEffect(() => attend(), [errand, day.isPending, isWritable])
}
