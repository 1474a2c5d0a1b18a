import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Activity } from '#contract/activity.ts'
import { api } from '../../api/client.ts'

const pageSize = 30 // entries: more than the card shows at once

export const activityQuery = infiniteQueryOptions({
  queryKey: ['activity'],
  queryFn: ({ pageParam, signal }) =>
    api.get<Activity>('/activity', { limit: pageSize, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next ?? undefined,
})
