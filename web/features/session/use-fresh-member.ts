import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.tsx'

/**
 * Refetches the signed-in member after changes by others, such as permissions or the team's name.
 * The query's key begins with `members`, so live events about members invalidate the query.
 * The sign-in has just fetched the member, so this query first fetches after an event.
 * @param staleTime the milliseconds after which a screen that opens refetches the member
 */
export function useFreshMember({ staleTime = Infinity } = {}) {
  const { readUser } = useSession()
  return useQuery({
    queryKey: ['members', 'session'],
    queryFn: async () => {
      await readUser()
      return true
    },
    initialData: true,
    staleTime,
  })
}
