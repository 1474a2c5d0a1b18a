import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Achievement } from '#contract/monthly-reports.ts'
import { api } from '../../api/client.ts'

/**
 * Fetches the member's reports of a month, oldest first. Until they are loaded, the reports of the previously shown
 * month stay on the screen.
 * @param month YYYY-MM
 */
export const achievementQuery = (month: string) =>
  queryOptions({
    queryKey: ['monthly-reports', month],
    queryFn: async ({ signal }) => {
      const query = { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
      const entries = await api.get<unknown>('/monthly-reports/achievement/my', query, signal)
      return { month, entries: Array.isArray(entries) ? (entries as Achievement[]) : [] }
    },
    placeholderData: keepPreviousData,
  })
