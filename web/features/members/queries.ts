import { queryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { User } from '#contract/users.ts'
import { api } from '../../api/client.ts'

/** Everybody in the team, active or not. An answer that is no list counts as an empty one (specification 7). */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => {
    const members: User[] = []
    for (;;) {
      const page = await api.get<unknown>('/users/', { limit: limits.pageSize, offset: members.length }, signal)
      const users = Array.isArray(page) ? (page as User[]) : []
      members.push(...users)
      if (users.length < limits.pageSize) return members
    }
  },
})
