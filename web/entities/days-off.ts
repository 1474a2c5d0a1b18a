import { queryOptions } from '@tanstack/react-query'
import type { Absences } from '#contract/absences.ts'
import type { Holiday, Holidays } from '#contract/holidays.ts'
import { api } from '../api/client.ts'
import { addDays, addMonths } from '../dates/dates.ts'

export type CalendarDays = { holidays: Holiday[] } & Absences

/**
 * Fetches the holidays and absences of a month and of the month before.
 * The month before is needed because a member's last due day may lie in it.
 * @param month YYYY-MM
 */
export const daysOffQuery = (month: string) =>
  queryOptions({
    queryKey: ['calendar', month],
    queryFn: async ({ signal }): Promise<CalendarDays> => {
      const first = `${month}-01`
      const days = { from: addMonths(first, -1), until: addDays(addMonths(first, 1), -1) }
      const [{ holidays }, { absences }] = await Promise.all([
        api.get<Holidays>('/holidays', days, signal),
        api.get<Absences>('/absences', days, signal),
      ])
      return { holidays, absences }
    },
  })
