import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'

const retryAfter = 5 // seconds

type Caller = Pick<Scope, 'teamId' | 'userId'>
type Share = Caller & { size: number; end?: () => void }

/**
 * Counts work that occupies memory until it is released. Rejects more than a member or a team may have at once. Beyond
 * `inAll`, ends the oldest work of the team that has the most, so that one team cannot block the others.
 * @param most `byMember` and `byTeam`: pieces of work; `inAll`: the sum of their sizes
 */
export function openShares(most: { byMember: number; byTeam: number; inAll: number }) {
  const held = new Set<Share>() // oldest first
  const sizeOf = (shares: Iterable<Share>) => Array.from(shares).reduce((sum, { size }) => sum + size, 0)
  const ofTeam = (teamId: string) => [...held].filter((one) => one.teamId === teamId)

  /** Ends work of the team that has the most, if it has more than the caller's team would have. */
  function endOne(caller: Share): boolean {
    const others = [...held].filter((one) => one.end !== undefined)
    const sizes = new Map(others.map(({ teamId }) => [teamId, sizeOf(ofTeam(teamId))]))
    const largest = Math.max(...sizes.values())
    const oldest = others.find(({ teamId }) => sizes.get(teamId) === largest)
    if (!oldest || largest <= sizeOf(ofTeam(caller.teamId)) + caller.size) return false
    held.delete(oldest)
    oldest.end!()
    return true
  }

  /**
   * @param work `end` must end it soon
   * @returns `begin`: from now on, nobody may end the work; `release`: it has ended
   * @throws AppError too_many_attempts: by the member; busy
   */
  return ({ teamId, userId }: Caller, { size = 1, end }: { size?: number; end?: () => void } = {}) => {
    const team = ofTeam(teamId)
    if (team.filter((one) => one.userId === userId).length >= most.byMember)
      throw new AppError('too_many_attempts', { retryAfter })
    const share: Share = { teamId, userId, size, ...(end && { end }) }
    const hasRoom = () => sizeOf(held) + size <= most.inAll
    if (team.length >= most.byTeam) throw new AppError('busy', { retryAfter })
    while (!hasRoom()) if (!endOne(share)) throw new AppError('busy', { retryAfter })
    held.add(share)
    return { begin: () => void delete share.end, release: () => void held.delete(share) }
  }
}
