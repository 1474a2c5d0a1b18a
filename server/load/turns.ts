import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'

const longestTurnMs = 10

/**
 * Starts a long computation. The returned function lets other requests run after every 10 ms of work (E6.01). The
 * computation must call this function between two steps.
 * @param restMs the pause after each 10 ms. A job must pause, because a request needs many turns of the event loop
 */
export function longWork(restMs = 0): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestTurnMs) return
    await (restMs === 0 ? nextTurn() : pause(restMs))
    since = performance.now()
  }
}

type Caller = Pick<Scope, 'teamId' | 'userId'>
type Start = () => void
/**
 * The functions that start the waiting work, by team, then by member. The team and the member that have waited longest
 * come first.
 */
type Waiting = Map<string, Map<string, Start[]>>

/**
 * Returns a function that runs the work of a request, at most `atOnce` at once. Waiting teams take turns, and so do the
 * waiting members of a team: a member who sends many requests delays their own requests. The function throws `busy` if
 * the member already has `waitingMost` waiting requests, or after a wait of `longestWaitMs`.
 * Warning: if the client disconnects, its waiting work starts at once, so that no memory is held for it. The work must
 * then end by itself.
 * @param of.atOnceOfTeam the most work of one team that runs at once, even if no other team needs a turn
 * @param of.longestWaitMs must be less than a minute: after a minute the server closes a connection without a response
 */
export function fairTurns(of: {
  atOnce: number
  atOnceOfTeam?: number
  waitingMost: number
  longestWaitMs: number | undefined
}) {
  const { atOnce, atOnceOfTeam = atOnce, waitingMost, longestWaitMs } = of
  const teams: Waiting = new Map()
  const runningOf = new Map<string, number>()
  let running = 0
  const mayRun = (teamId: string) => (runningOf.get(teamId) ?? 0) < atOnceOfTeam
  const count = (teamId: string, change: 1 | -1) => {
    running += change
    const ofTeam = (runningOf.get(teamId) ?? 0) + change
    if (ofTeam > 0) runningOf.set(teamId, ofTeam)
    else runningOf.delete(teamId)
  }
  return async <T>(caller: Caller, gone: AbortSignal, work: () => Promise<T>): Promise<T> => {
    if (gone.aborted) return work()
    if (startsOf(teams, caller).length >= waitingMost) throw new AppError('busy', { retryAfter: 1 })
    if (running < atOnce && mayRun(caller.teamId)) count(caller.teamId, 1)
    else {
      const wait = await new Promise<'in turn' | 'gone' | 'late'>((resolve) => {
        const end = (how: 'in turn' | 'gone' | 'late') => {
          gone.removeEventListener('abort', leave) // the signal may live as long as the process
          clearTimeout(timer)
          resolve(how)
        }
        const giveUp = (how: 'gone' | 'late') => {
          const others = startsOf(teams, caller).filter((other) => other !== start)
          setStarts(teams, caller, others)
          end(how)
        }
        const start = () => {
          count(caller.teamId, 1)
          end('in turn')
        }
        const leave = () => giveUp('gone')
        const timer = longestWaitMs === undefined ? undefined : setTimeout(() => giveUp('late'), longestWaitMs)
        setStarts(teams, caller, [...startsOf(teams, caller), start])
        gone.addEventListener('abort', leave, { once: true })
      })
      if (wait === 'gone') return work()
      if (wait === 'late') throw new AppError('busy', { retryAfter: 1 })
    }
    try {
      return await work()
    } finally {
      count(caller.teamId, -1)
      takeNext(teams, mayRun)?.()
    }
  }
}

const startsOf = (teams: Waiting, { teamId, userId }: Caller): readonly Start[] => teams.get(teamId)?.get(userId) ?? []

/** Stores the waiting starts of a member. Keeps the order of teams and members; a new one becomes the last. */
function setStarts(teams: Waiting, { teamId, userId }: Caller, starts: Start[]): void {
  const members = teams.get(teamId) ?? new Map<string, Start[]>()
  if (starts.length > 0) members.set(userId, starts)
  else members.delete(userId)
  if (members.size > 0) teams.set(teamId, members)
  else teams.delete(teamId)
}

/**
 * Takes the first request of the first member of the first team that may run, and moves that member and team to the
 * end.
 */
function takeNext(teams: Waiting, mayRun: (teamId: string) => boolean): Start | undefined {
  const team = [...teams].find(([teamId]) => mayRun(teamId))
  const [member] = team?.[1] ?? []
  if (!team || !member) return undefined
  const [[teamId, members], [userId, [next, ...others]]] = [team, member]
  teams.delete(teamId)
  members.delete(userId)
  if (others.length > 0) members.set(userId, others)
  if (members.size > 0) teams.set(teamId, members)
  return next
}
