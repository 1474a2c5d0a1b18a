import { useQuery } from '@tanstack/react-query'
import { useSession } from './session.tsx'

/**
 * Follows what others change of the member who is signed in, such as what they may do, or their team's name: its key is of
 * the members, whose changes are announced. Read at the sign-in, so not read before one is.
 */
export function useFreshMember() {
  const { readUser } = useSession()
  useQuery({
    queryKey: ['members', 'session'],
    queryFn: async () => {
      await readUser()
      return true
    },
    initialData: true,
    staleTime: Infinity,
  })
}
