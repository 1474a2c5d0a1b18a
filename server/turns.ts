import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'

const longestTurnMs = 10

/**
 * Starts a long computation. The returned function lets other requests run after every 10 ms of work (E6.01). Must be
 * called between two steps.
 */
export function longWork(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestTurnMs) return
    await nextTurn()
    since = performance.now()
  }
}

type Waiting = { gone: AbortSignal; start: () => void }
/** Keyed by team, then by member. Who waits the longest for a turn is first. */
type Waitings = Map<string, Map<string, Waiting[]>>

/**
 * Runs work of requests, at most `atOnce` at once. Teams that wait take turns, and so do members of one team: whoever
 * sends many requests delays their own.
 * @returns throws `busy` if the member has `waitingMost` requests waiting whose callers are not gone
 */
export function fairTurns({ atOnce, waitingMost }: { atOnce: number; waitingMost: number }) {
  const teams: Waitings = new Map()
  let running = 0
  return async <T>(
    { teamId, userId }: Pick<Scope, 'teamId' | 'userId'>,
    gone: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> => {
    const members = teams.get(teamId) ?? new Map<string, Waiting[]>()
    const waiting = members.get(userId) ?? []
    if (waiting.filter((one) => !one.gone.aborted).length >= waitingMost) throw new AppError('busy', { retryAfter: 1 })
    if (running < atOnce) running += 1
    else
      await new Promise<void>((start) => {
        teams.set(teamId, members.set(userId, [...waiting, { gone, start }]))
      })
    try {
      return await work()
    } finally {
      const next = takeNext(teams)
      if (next) next.start()
      else running -= 1
    }
  }
}

/** Takes the first request of the first member of the first team, and puts member and team behind the others. */
function takeNext(teams: Waitings): Waiting | undefined {
  const [team] = teams
  const [member] = team?.[1] ?? []
  if (!team || !member) return undefined
  const [[teamId, members], [userId, [next, ...others]]] = [team, member]
  teams.delete(teamId)
  members.delete(userId)
  if (others.length > 0) members.set(userId, others)
  if (members.size > 0) teams.set(teamId, members)
  return next
}
