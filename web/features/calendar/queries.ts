import { queryOptions } from '@tanstack/react-query'
import type { Absences } from '#contract/absences.ts'
import type { DaysOff } from '#contract/due.ts'
import type { Holidays } from '#contract/holidays.ts'
import { api } from '../../api/client.ts'
import { addDays, addMonths } from '../../lib/dates.ts'

/**
 * When nobody, or a member, is there: of the month and of the one before it, in which somebody's last due day may lie.
 * @param month YYYY-MM
 */
export const daysOffQuery = (month: string) =>
  queryOptions({
    queryKey: ['calendar', month],
    queryFn: async ({ signal }): Promise<DaysOff> => {
      const first = `${month}-01`
      const days = { from: addMonths(first, -1), until: addDays(addMonths(first, 1), -1) }
      const [{ holidays }, { absences }] = await Promise.all([
        api.get<Holidays>('/holidays', days, signal),
        api.get<Absences>('/absences', days, signal),
      ])
      return { holidays, absences }
    },
  })
