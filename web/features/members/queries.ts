import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { api } from '../../api/client.ts'
import { allPages } from '../../api/pages.ts'

/** Everybody in the team, active or not. An answer that is no list counts as an empty one (S7.04). */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) =>
    allPages(async (page) => {
      const answer = await api.get<unknown>('/users/', page, signal)
      return Array.isArray(answer) ? (answer as User[]) : []
    }),
})
