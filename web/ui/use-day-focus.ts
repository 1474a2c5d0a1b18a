import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays, addMonths, type CalendarDate, dayOfWeek, earlier, type FirstDay } from '../dates/dates.ts'
import { isImeKey } from '../platform/ime-key.ts'

/** For each key, a function that returns the day to which the key moves the focus (ARIA Authoring Practices, grid). */
const moves: Record<string, (date: CalendarDate, firstDay: FirstDay) => CalendarDate> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  Home: (date, firstDay) => addDays(date, -dayOfWeek(date, firstDay)),
  End: (date, firstDay) => addDays(date, 6 - dayOfWeek(date, firstDay)),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
  'Shift+PageUp': (date) => addMonths(date, -12),
  'Shift+PageDown': (date) => addMonths(date, 12),
}

/** Returns the day of the grid that has the focus, or that Tab would reach. At first this is the selected day. */
export function useDayFocus(selected: CalendarDate, latest: CalendarDate, firstDay: FirstDay) {
  const day = useRef<HTMLButtonElement>(null)
  /**
   * `to`: the day to which a key has moved the focus since the day `from` was selected. Ignored after another day is
   * selected.
   */
  const [moved, setMoved] = useState<{ from: CalendarDate; to: CalendarDate }>()
  const focused = moved?.from === selected ? moved.to : selected
  const setFocused = (to: CalendarDate) => setMoved({ from: selected, to })
  useEffect(() => () => setMoved(undefined), [selected])

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.shiftKey ? `Shift+${event.key}` : event.key]
    if (!move || isImeKey(event) || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    flushSync(() => setFocused(earlier(move(focused, firstDay), latest)))
    day.current?.focus()
  }
  return { day, focused, setFocused, onKeyDown }
}
