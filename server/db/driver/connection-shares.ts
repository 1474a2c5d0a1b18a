import { fairTurns } from '#server/load/turns.ts'

const never = new AbortController().signal

/** `isSignedIn`: the caller has proved to be a member of the team. */
type Caller = { teamId: string; userId: string; isSignedIn: boolean }

/**
 * Returns a queue for transactions at a pool of `max` connections.
 * - A team gets at most three quarters of the connections, so that one team's slow transactions do not block other
 * teams. Its other transactions wait in the team's own queue, where the members take turns.
 * - Transactions that see every team count as one more team.
 * - All teams from which nobody has signed in since the start count as one team: anybody can send a token with a
 * made-up team.
 * @param longestWaitMs milliseconds after which a waiting transaction fails with `busy`
 */
export function connectionShares(max: number, longestWaitMs: number | undefined) {
  const atOnceOfTeam = max - Math.floor(max / 4)
  const turns = fairTurns({ atOnce: max, atOnceOfTeam, waitingMost: Infinity, longestWaitMs })
  const known = new Set(['every'])
  let waiting = 0
  return {
    waiting: () => waiting,
    /** @throws AppError busy */
    async inTurn<T>({ teamId, userId, isSignedIn }: Caller, work: () => Promise<T>): Promise<T> {
      if (isSignedIn) known.add(teamId)
      const caller = { teamId: known.has(teamId) ? teamId : 'unknown', userId }
      let isWaiting = true
      waiting += 1
      const end = () => {
        if (isWaiting) waiting -= 1
        isWaiting = false
      }
      try {
        return await turns(caller, never, () => {
          end()
          return work()
        })
      } finally {
        end()
      }
    },
  }
}
