import type { Ref } from 'react'
import type { CalendarDate } from '../dates/dates.ts'

export function CalendarDay({
  ref,
  date,
  label,
  future,
  isToday,
  isSelected,
  otherMonth,
  dot,
  tabbable,
  onSelect,
}: {
  ref: Ref<HTMLButtonElement> | undefined
  date: CalendarDate
  label: string
  future: boolean
  isToday: boolean
  isSelected: boolean
  otherMonth: boolean
  dot: boolean
  tabbable: boolean
  onSelect: (date: CalendarDate) => void
}) {
  const ground = isSelected
    ? `bg-ai text-on-ai forced-colors:outline-2 ${isToday ? 'calendar-today-selected' : ''}`
    : future
      ? 'text-text-disabled'
      : `cursor-pointer hover:bg-hover active:bg-pressed ${isToday ? 'calendar-today' : ''} ${otherMonth ? 'text-text-3' : ''}`
  return (
    <button
      ref={ref}
      type="button"
      data-date={date}
      disabled={future}
      tabIndex={tabbable ? 0 : -1}
      aria-label={label}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => onSelect(date)}
      className={`relative grid h-9 w-full pointer-coarse:h-11 place-items-center rounded-2 pb-1.5 tabular-nums ${isSelected || isToday ? 't-13b' : 't-13'} ${ground}`}
    >
      {Number(date.slice(8))}
      {dot && (
        <span
          aria-hidden
          className={`absolute bottom-1.5 size-1 rounded-full forced-colors:bg-[CanvasText] ${isSelected ? 'bg-on-ai' : 'bg-ai-text'} ${otherMonth ? 'opacity-50' : ''}`}
        />
      )}
    </button>
  )
}
