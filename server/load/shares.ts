import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'

const retryAfter = 5 // seconds

type Caller = Pick<Scope, 'teamId' | 'userId'>
type Share = Caller & { size: number; waitingMs?: () => number; end?: () => void }

/**
 * How long work may wait for its client before other work may end it. A rejected caller tries again after the same
 * time.
 */
const longestWaitMs = retryAfter * 1_000

/**
 * Counts work that occupies memory until it is released. Rejects more work than a member may have at once. Beyond
 * `byTeam` and `inAll`, ends the work that has waited longest for its client, if it has waited longer than
 * `longestWaitMs`. Otherwise ends the oldest work of the member, or of the team, that has the most: a few members then
 * cannot block their team, and one team cannot block others.
 * @param most `byMember` and `byTeam`: pieces of work; `inAll`: the sum of their sizes
 */
export function openShares(most: { byMember: number; byTeam: number; inAll: number }) {
  const held = new Set<Share>() // oldest first
  const sizeOf = (shares: Iterable<Share>) => Array.from(shares).reduce((sum, { size }) => sum + size, 0)
  const ofTeam = (teamId: string) => [...held].filter((one) => one.teamId === teamId)

  /**
   * Ends the work among `shares` that has waited longest, or work of the member or team with the largest total size. Does
   * nothing if no work has waited long and the caller's total would be as large.
   * @returns whether there was such work
   */
  function endOne(shares: Share[], by: 'userId' | 'teamId', caller: Share): boolean {
    const sizes = new Map<string, number>()
    for (const one of shares) sizes.set(one[by], (sizes.get(one[by]) ?? 0) + one.size)
    const others = shares.filter((one) => one.end !== undefined)
    const largest = Math.max(...others.map((one) => sizes.get(one[by])!))
    const oldest = others.find((one) => sizes.get(one[by]) === largest)
    const isLarger = largest > (sizes.get(caller[by]) ?? 0) + caller.size
    const ended = longestWaiting(others) ?? (isLarger ? oldest : undefined)
    if (!ended) return false
    held.delete(ended)
    ended.end!()
    return true
  }

  /**
   * Registers a piece of work.
   * @param work `end` must end the work soon. `waitingMs` returns how long the work has waited for its client
   * @returns `begin`: from now on, nobody may end the work; `release`: the work has ended
   * @throws AppError too_many_attempts: the member has too much work; busy
   */
  return ({ teamId, userId }: Caller, { size = 1, ...more }: Partial<Omit<Share, keyof Caller>> = {}) => {
    const team = ofTeam(teamId)
    if (team.filter((one) => one.userId === userId).length >= most.byMember)
      throw new AppError('too_many_attempts', { retryAfter })
    const share: Share = { teamId, userId, size, ...more }
    const hasRoom = () => sizeOf(held) + size <= most.inAll
    if (team.length >= most.byTeam && !endOne(team, 'userId', share)) throw new AppError('busy', { retryAfter })
    while (!hasRoom()) if (!endOne([...held], 'teamId', share)) throw new AppError('busy', { retryAfter })
    held.add(share)
    return { begin: () => void delete share.end, release: () => void held.delete(share) }
  }
}

function longestWaiting(shares: Share[]): Share | undefined {
  const waiting = shares.map((share) => ({ share, waitedMs: share.waitingMs?.() ?? 0 }))
  const longest = waiting.toSorted((one, other) => other.waitedMs - one.waitedMs)[0]
  return longest && longest.waitedMs >= longestWaitMs ? longest.share : undefined
}
