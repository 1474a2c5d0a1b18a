import { queryOptions } from '@tanstack/react-query'
import type { Week } from '#contract/week.ts'
import { api } from '../../api/client.ts'
import type { CalendarDate } from '../../dates/dates.ts'

/** @param from the first day of the week */
export const weekQuery = (from: CalendarDate) =>
  queryOptions({
    queryKey: ['week', from],
    queryFn: ({ signal }) => api.get<Week>('/week', { date: from }, signal),
  })
