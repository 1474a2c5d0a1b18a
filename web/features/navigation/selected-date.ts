import { useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'wouter'
import { type CalendarDate, dateUpTo } from '../../lib/dates.ts'
import { beingWritten, onBeingWritten } from '../../lib/drafts/being-written.ts'

const parameter = 'date'

const isWriting = () => beingWritten().length > 0

/**
 * Returns today. While the member is writing, it stays the day on which they began, even after midnight.
 * The second value ends that: the member has selected today.
 */
function useHeldDay(today: CalendarDate): [CalendarDate, () => void] {
  const [held, setHeld] = useState(today)
  const isHeld = useSyncExternalStore(onBeingWritten, isWriting)
  if (!isHeld && held !== today) setHeld(today)
  return [held, () => setHeld(today)]
}

/**
 * Returns the day in the address (`?date=YYYY-MM-DD`), so that reload and back keep it.
 * Without the parameter it is today. A later day is replaced by today.
 */
export function useSelectedDate(today: CalendarDate): [CalendarDate, (date: CalendarDate) => void] {
  const [parameters, setParameters] = useSearchParams()
  const [day, showToday] = useHeldDay(today)
  const select = (date: CalendarDate) => {
    if (dateUpTo(today, date) === today) showToday()
    setParameters((now) => {
      const next = new URLSearchParams(now)
      const held = dateUpTo(today, date)
      if (held === today) next.delete(parameter)
      else next.set(parameter, held)
      return next
    })
  }
  return [dateUpTo(today, parameters.get(parameter) ?? day), select]
}
