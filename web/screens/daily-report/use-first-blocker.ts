import { useState } from 'react'
import { flushSync } from 'react-dom'
import { firstBlockerId } from '../../features/reports/report-table.tsx'
import type { CalendarDate } from '../../dates/dates.ts'

/**
 * Scrolls to the first blocker of the day. Before that, renders all reports, because the blocker can be in any of them.
 */
export function useFirstBlocker(date: CalendarDate) {
  const [sought, setSought] = useState<CalendarDate>()
  const seek = () => {
    flushSync(() => setSought(date))
    const blocker = document.getElementById(firstBlockerId)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    blocker?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
    blocker?.focus({ preventScroll: true })
  }
  return { isSought: sought === date, seek }
}
