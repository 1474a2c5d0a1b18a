import { queryOptions } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import { api } from '../api/client.ts'
import { allPages } from '../api/pages.ts'
import { memberId } from '../domain/person.ts'

/** Fetches all members of the team, active or not. A response that is no array counts as an empty array (S7.04). */
export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: ({ signal }) =>
    allPages(async (page) => {
      const answer = await api.get<unknown>('/users/', page, signal)
      return Array.isArray(answer) ? answer.filter(isRecord).map(withId) : []
    }),
})

const isRecord = (given: unknown): given is User => typeof given === 'object' && given !== null

/** Copies the id to `id`, because servers name the field differently (S3.23). */
const withId = (given: User): User => ({ ...given, id: memberId({ ...given }) })
