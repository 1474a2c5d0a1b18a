import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Achievement } from '#contract/monthly-reports.ts'
import { api } from '../../api/client.ts'

/** My reports of a month, ascending by date; the month before stays until they are known. @param month YYYY-MM */
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
