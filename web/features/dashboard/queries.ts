import { queryOptions } from '@tanstack/react-query'
import type { Dashboard, DashboardStats } from '#contract/dashboard.ts'
import { api } from '../../api/client.ts'
import type { CalendarDate } from '../../dates/dates.ts'

/** @param today the browser's date, so that a page left open over midnight refetches */
export const dashboardQuery = (today: CalendarDate) =>
  queryOptions({
    queryKey: ['dashboard', 'day', today],
    queryFn: ({ signal }) => api.get<Dashboard>('/dashboard', undefined, signal),
  })

export const statsQuery = (today: CalendarDate) =>
  queryOptions({
    queryKey: ['dashboard', 'stats', today],
    queryFn: ({ signal }) => api.get<DashboardStats>('/dashboard/stats', undefined, signal),
  })
