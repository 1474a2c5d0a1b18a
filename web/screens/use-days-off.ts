import { useQuery } from '@tanstack/react-query'
import { noDaysOff } from '#contract/due.ts'
import { daysOffQuery } from '../features/calendar/queries.ts'
import { type CalendarDate, monthOf } from '../lib/dates.ts'

/** The days off around the day that is shown, and around today: there, as long as they are not known, none. */
export function useDaysOff(date: CalendarDate, today: CalendarDate) {
  const shown = useQuery(daysOffQuery(monthOf(date)))
  const { data: now = noDaysOff } = useQuery(daysOffQuery(monthOf(today)))
  return { shown, now }
}
