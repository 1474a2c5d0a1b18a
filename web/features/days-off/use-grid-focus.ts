import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays, addMonths, type CalendarDate, monthOf } from '../../dates/dates.ts'
import { isImeKey } from '../../platform/ime-key.ts'

type GridCell = { row: string; date: CalendarDate }

/** The distance by which each key moves the focus: in days, rows or months (grid pattern of the ARIA practices). */
const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }
const rowsDown: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }
const months: Record<string, number> = { PageUp: -1, PageDown: 1 }

/**
 * Tracks the cell of the grid that has the focus, or that Tab would reach.
 * @param rows the ids of the members, from top to bottom
 * @param dates the days of the month, in order
 * @param first the day with the initial focus
 */
export function useGridFocus(
  rows: readonly string[],
  dates: readonly CalendarDate[],
  first: CalendarDate,
  onMonth: (month: string) => void,
) {
  const cell = useRef<HTMLTableCellElement>(null)
  const [moved, setMoved] = useState<GridCell>()
  const mayStay = moved && rows.includes(moved.row) && dates.includes(moved.date)
  const focused: GridCell = mayStay ? moved : { row: rows[0] ?? '', date: first }

  const moveTo = (place: GridCell) => {
    flushSync(() => {
      setMoved(place)
      if (monthOf(place.date) !== monthOf(focused.date)) onMonth(monthOf(place.date))
    })
    cell.current?.focus()
  }
  const cellAfter = (key: string): GridCell | undefined => {
    const { row, date } = focused
    const within = (index: number) => rows[Math.max(0, Math.min(index, rows.length - 1))] ?? row
    if (key in months) return { row, date: addMonths(date, months[key]!) }
    if (key in rowsDown) return { row: within(rows.indexOf(row) + rowsDown[key]!), date }
    if (key === 'Control+Home') return { row: rows[0] ?? row, date: dates[0]! }
    if (key === 'Control+End') return { row: rows.at(-1) ?? row, date: dates.at(-1)! }
    if (key === 'Home') return { row, date: dates[0]! }
    if (key === 'End') return { row, date: dates.at(-1)! }
    const next = key in days && addDays(date, days[key]!)
    return next && dates.includes(next) ? { row, date: next } : undefined
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const key = event.ctrlKey ? `Control+${event.key}` : event.key
    const isKnown = [days, rowsDown, months].some((keys) => key in keys) || /^(Control\+)?(Home|End)$/u.test(key)
    if (!isKnown || isImeKey(event) || event.altKey || event.metaKey) return
    event.preventDefault()
    const place = cellAfter(key)
    if (place) moveTo(place)
  }
  return { cell, focused, setFocused: setMoved, moveTo, onKeyDown }
}
