import { fairTurns } from '#server/load/turns.ts'

const never = new AbortController().signal

/**
 * Returns the turns of transactions at a pool of `max` connections. A team gets at most three quarters of the
 * connections, so that one team's slow transactions never make the other teams wait. The rest of its transactions wait
 * in the team's own queue, where the members take turns. Transactions that see every team count as one more team.
 * @param longestWaitMs milliseconds after which a waiting transaction fails with `busy`
 */
export function connectionShares(max: number, longestWaitMs: number | undefined) {
  const atOnceOfTeam = max - Math.floor(max / 4)
  const turns = fairTurns({ atOnce: max, atOnceOfTeam, waitingMost: Infinity, longestWaitMs })
  let waiting = 0
  return {
    waiting: () => waiting,
    /** @throws AppError busy */
    async inTurn<T>(caller: { teamId: string; userId: string }, work: () => Promise<T>): Promise<T> {
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
