import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'wouter'
import { type CalendarDate, dateUpTo, later } from '../../dates/dates.ts'
import { openEditors, onOpenEditors } from '../../storage/drafts/open-editors.ts'
import { useLatestDay, useLatestOnEarth } from '../../dates/today.ts'

const parameter = 'date'

const isWriting = () => openEditors().length > 0

/**
 * Returns today. If the member is writing at midnight, returns the day before until the text is sent. The second value
 * is a function for a member who selects the new day: it makes the hook return today at once.
 */
function useHeldDay(today: CalendarDate): [CalendarDate, () => void] {
  const [held, setHeld] = useState(today)
  const isHeld = useSyncExternalStore(onOpenEditors, isWriting)
  if (!isHeld && held !== today) setHeld(today)
  return [held, () => setHeld(today)]
}

/**
 * Returns the day in the URL (`?date=YYYY-MM-DD`), so that a reload and the back button keep the day. Returns today if
 * the URL has no day, or one that has begun nowhere on Earth. The third value is the latest day to offer.
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
 * Removes a wrong day from the URL: an invalid date, or a day that has begun nowhere on Earth.
 * @param selected the day that the page shows; undefined if the page shows no day
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
