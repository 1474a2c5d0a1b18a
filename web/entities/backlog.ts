import { queryOptions } from '@tanstack/react-query'
import type { BacklogItem } from '#contract/backlogs.ts'
import { api } from '../api/client.ts'
import { allPages } from '../api/pages.ts'

/** Fetches the member's priority tasks. Items without text are left out (S3.22). */
export const backlogQuery = queryOptions({
  queryKey: ['backlogs'],
  queryFn: async ({ signal }) => {
    const items = await allPages(async (page) => {
      const answer = await api.get<unknown>('/backlogs', page, signal)
      return Array.isArray(answer) ? (answer as BacklogItem[]) : []
    })
    return items.filter(({ backlog }) => backlog)
  },
})
