import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useFirstDayOfWeek } from '../../features/account/first-day-of-week.ts'
import { reportedDaysQuery } from '../../features/reports/queries.ts'
import { useSession } from '../../features/session/session.tsx'
import { monthCells } from '../../dates/dates.ts'
import { Calendar } from '../../ui/calendar.tsx'
import { useDayFocus } from '../../ui/use-day-focus.ts'

type Props = Omit<ComponentProps<typeof Calendar>, 'days' | 'firstDay' | 'dotted'>

export function SidebarCalendar(props: Props) {
  const { user } = useSession()
  const firstDay = useFirstDayOfWeek(user)
  const days = useDayFocus(props.selected, props.latest, firstDay)
  const reported = useQuery(reportedDaysQuery(monthCells(days.focused, firstDay)[0]!)).data
  return <Calendar {...props} days={days} firstDay={firstDay} dotted={new Set(reported?.days)} />
}
