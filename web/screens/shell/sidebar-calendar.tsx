import { useQuery } from '@tanstack/react-query'
import { useFirstDayOfWeek } from '../../features/account/first-day-of-week.ts'
import { reportedDaysQuery } from '../../features/reports/queries.ts'
import { useSession } from '../../features/session/session.tsx'
import { type CalendarDate, monthCells } from '../../dates/dates.ts'
import { Calendar } from '../../ui/calendar.tsx'
import { useDayFocus } from '../../ui/use-day-focus.ts'

export function SidebarCalendar({
  today,
  latest,
  selected,
  onSelect,
  onTurn,
}: {
  today: CalendarDate
  latest: CalendarDate
  selected: CalendarDate
  onSelect: (date: CalendarDate) => void
  onTurn: ((date: CalendarDate) => void) | undefined
}) {
  const { user } = useSession()
  const firstDay = useFirstDayOfWeek(user)
  const days = useDayFocus(selected, latest, firstDay)
  const reported = useQuery(reportedDaysQuery(monthCells(days.focused, firstDay)[0]!)).data
  return (
    <Calendar
      days={days}
      firstDay={firstDay}
      today={today}
      latest={latest}
      selected={selected}
      dotted={new Set(reported?.days)}
      onSelect={onSelect}
      onTurn={onTurn}
    />
  )
}
