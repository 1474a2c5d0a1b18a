import { useQuery } from '@tanstack/react-query'
import { noDaysOff } from '#contract/due.ts'
import { daysOffQuery } from '../../entities/days-off.ts'
import { type CalendarDate, monthOf } from '../../dates/dates.ts'

/** Returns the days off in the month of the shown day and in the present month. Empty until they are loaded. */
export function useDaysOff(date: CalendarDate, today: CalendarDate) {
  const shown = useQuery(daysOffQuery(monthOf(date)))
  const { data: now = noDaysOff } = useQuery(daysOffQuery(monthOf(today)))
  return { shown, now }
}
