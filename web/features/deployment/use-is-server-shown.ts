import { useQuery } from '@tanstack/react-query'
import type { Me } from '#contract/users.ts'
import { deploymentStateQuery } from './queries.ts'

const staleTime = 5 * 60_000 // milliseconds

/**
 * Returns whether the server shows its settings to the member: to the administrators of its first team. Undefined until
 * that is known. True if it cannot be found out, so that the screen can say why.
 */
export function useIsServerShown(user: Me | undefined): boolean | undefined {
  const isAdmin = user?.is_admin === true
  const { data, isLoading } = useQuery({ ...deploymentStateQuery, staleTime, retry: false, enabled: isAdmin })
  return isAdmin && (isLoading ? undefined : data !== null)
}
