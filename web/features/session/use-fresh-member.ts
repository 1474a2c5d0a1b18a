import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.tsx'

/**
 * Follows what others change of the member who is signed in, such as what they may do, or their team's name: its key is of
 * the members, whose changes are announced. Read at the sign-in, so not read before one is.
 * @param staleTime milliseconds after which a screen that is opened reads the member again
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
