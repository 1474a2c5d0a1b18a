import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstDayOf } from '../features/profile/first-day.ts'
import { reportedDaysQuery } from '../features/reports/queries.ts'
import { useSession } from '../features/session/session.tsx'
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
  const { user } = useSession()
  const firstDay = firstDayOf(user)
  const [shown, setShown] = useState(selected)
  const days = useQuery(reportedDaysQuery(monthCells(shown, firstDay)[0]!))
  return (
    <Calendar
      firstDay={firstDay}
      today={today}
      selected={selected}
      dotted={new Set(days.data?.days)}
      onSelect={onSelect}
      onTurn={onTurn}
      onMonth={setShown}
    />
  )
}
