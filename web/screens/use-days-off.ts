import { useQuery } from '@tanstack/react-query'
import { noDaysOff } from '#contract/due.ts'
import { daysOffQuery } from '../features/calendar/queries.ts'
import { type CalendarDate, monthOf } from '../lib/dates.ts'

/** The days off around the day that is shown, undefined until they are known or cannot be, and around today. */
export function useDaysOff(date: CalendarDate, today: CalendarDate) {
  const { data, isError } = useQuery(daysOffQuery(monthOf(date)))
  const { data: now = noDaysOff } = useQuery(daysOffQuery(monthOf(today)))
  return { shown: data ?? (isError ? noDaysOff : undefined), now }
}
