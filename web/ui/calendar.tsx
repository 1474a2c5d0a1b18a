import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { addMonths, type CalendarDate, earlier, type FirstDay, monthCells, monthOf, weekday } from '../dates/dates.ts'
import { formatColumn, formatFullDay, formatMonth } from '../dates/format-date.ts'
import { CalendarDay } from './calendar-day.tsx'
import type { useDayFocus } from './use-day-focus.ts'

const weeks = (cells: CalendarDate[]) => Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7))

/** Shows one month as 42 days. Days after `latest` are disabled (S9.07). */
export function Calendar({
  days: { day, focused, setFocused, onKeyDown },
  firstDay,
  today,
  latest,
  selected,
  dotted,
  onSelect,
  onTurn,
}: {
  days: ReturnType<typeof useDayFocus>
  firstDay: FirstDay
  today: CalendarDate
  latest: CalendarDate
  selected: CalendarDate
  dotted: ReadonlySet<CalendarDate>
  onSelect: (date: CalendarDate) => void
  /** Called if an arrow beside the month is pressed, with the same day of the other month, or with `latest`. */
  onTurn?: ((date: CalendarDate) => void) | undefined
}) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const heading = useId()
  const turn = (months: number) => {
    const date = earlier(addMonths(focused, months), latest)
    setFocused(date)
    onTurn?.(date)
  }
  const atLastMonth = monthOf(focused) >= monthOf(latest)
  const cells = monthCells(focused, firstDay)
  const turner = 'icon-button w-control h-control md:pointer-fine:size-8'

  return (
    <div>
      <div className="flex items-center justify-between pl-2">
        <h2 id={heading} aria-live="polite" className="t-14b tabular-nums">
          {formatMonth(language, focused)}
        </h2>
        <div className="flex">
          <button type="button" className={turner} aria-label={t('previousMonth')} onClick={() => turn(-1)}>
            <ChevronLeft size={16} strokeWidth={1.75} aria-hidden />
          </button>
          <button
            type="button"
            className={turner}
            aria-label={t('nextMonth')}
            disabled={atLastMonth}
            onClick={() => turn(1)}
          >
            <ChevronRight size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      </div>
      <table role="grid" aria-labelledby={heading} className="w-full table-fixed border-collapse" onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {cells.slice(0, 7).map((date) => (
              <th key={weekday(date)} scope="col" className="h-7 t-12 text-text-3">
                {formatColumn(language, date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks(cells).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} role="gridcell" aria-selected={date === selected} className="p-0">
                  <CalendarDay
                    ref={date === focused ? day : undefined}
                    date={date}
                    label={formatFullDay(language, date) + (dotted.has(date) ? `, ${t('hasReports')}` : '')}
                    future={date > latest}
                    isToday={date === today}
                    isSelected={date === selected}
                    otherMonth={monthOf(date) !== monthOf(focused)}
                    dot={dotted.has(date)}
                    tabbable={date === focused}
                    onSelect={onSelect}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-1 flex items-center justify-between pl-2 t-12 text-text-3">
        <span className="flex items-center gap-1.5">
          <span className="size-1 rounded-full bg-ai-text forced-colors:bg-[CanvasText]" aria-hidden />
          {t('legend')}
        </span>
        <button
          type="button"
          className="h-control cursor-pointer rounded-2 px-3 t-13 pointer-coarse:min-w-11 text-text-2 hover:bg-hover active:bg-pressed md:pointer-fine:h-8"
          onClick={() => {
            setFocused(today)
            onSelect(today)
          }}
        >
          {t('today')}
        </button>
      </div>
    </div>
  )
}
