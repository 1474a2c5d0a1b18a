import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'wouter'
import { type CalendarDate, dateUpTo, later } from '../../dates/dates.ts'
import { openEditors, onOpenEditors } from '../../storage/drafts/open-editors.ts'
import { useLatestDay, useLatestOnEarth } from '../../dates/today.ts'

const parameter = 'date'

const isWriting = () => openEditors().length > 0

/**
 * Returns today. While the member is writing, it stays the day on which they began, even after midnight.
 * The second value is a function for when the member selects today: the hook then returns today again.
 */
function useHeldDay(today: CalendarDate): [CalendarDate, () => void] {
  const [held, setHeld] = useState(today)
  const isHeld = useSyncExternalStore(onOpenEditors, isWriting)
  if (!isHeld && held !== today) setHeld(today)
  return [held, () => setHeld(today)]
}

/**
 * Returns the day in the address (`?date=YYYY-MM-DD`), so that reload and back keep it.
 * Without the parameter it is today. A day that has begun nowhere on Earth is replaced by today.
 * The third value is the latest day to offer.
 */
export function useSelectedDate(today: CalendarDate): [CalendarDate, (date: CalendarDate) => void, CalendarDate] {
  const [parameters, setParameters] = useSearchParams()
  const latest = useLatestOnEarth()
  const latestDay = useLatestDay()
  const [day, showToday] = useHeldDay(today)
  const select = (date: CalendarDate) => {
    const held = dateUpTo(latest, date, today)
    if (held === today) showToday()
    setParameters((now) => {
      const next = new URLSearchParams(now)
      if (held === today) next.delete(parameter)
      else next.set(parameter, held)
      return next
    })
  }
  const selected = dateUpTo(latest, parameters.get(parameter), day)
  return [selected, select, later(latestDay, selected)]
}

/**
 * Removes a day from the address that cannot be shown: not a date, or in the future.
 * @param selected the day that is shown instead; undefined if the page shows no day
 */
export function useCorrectedDate(selected: CalendarDate | undefined, onCorrected: () => void) {
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get(parameter)
  const isWrong = selected !== undefined && asked !== null && asked !== selected
  const correct = useEffectEvent(() => {
    setParameters(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete(parameter)
        return next
      },
      { replace: true },
    )
    onCorrected()
  })
  useEffect(() => {
    if (isWrong) correct()
  }, [isWrong])
}
