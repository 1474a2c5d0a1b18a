import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { reportedDaysQuery } from '../features/reports/queries.ts'
import { type CalendarDate, monthCells } from '../lib/dates.ts'
import { Calendar } from '../ui/calendar.tsx'

/** The calendar with its dots; the shown month decides which days are asked for. */
export function DaysCalendar({
  today,
  selected,
  onSelect,
  onTurn,
}: {
  today: CalendarDate
  selected: CalendarDate
  onSelect: (date: CalendarDate) => void
  onTurn: ((date: CalendarDate) => void) | undefined
}) {
  const t = useTranslations('calendar')
  const language = useLocale()
  const [first, setFirst] = useState(monthCells(selected)[0]!)
  const days = useQuery(reportedDaysQuery(first))
  const onMonth = useCallback((date: CalendarDate) => setFirst(monthCells(date)[0]!), [])
  return (
    <Calendar
      language={language}
      today={today}
      selected={selected}
      dotted={new Set(days.data?.days)}
      onSelect={onSelect}
      onTurn={onTurn}
      onMonth={onMonth}
      texts={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        today: t('today'),
        legend: t('legend'),
        hasReports: t('hasReports'),
      }}
    />
  )
}
