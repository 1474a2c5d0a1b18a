import type { Job, WorkerEvents } from 'graphile-worker'
import type { PlaceGroup } from '#server/db/jobs.ts'

/**
 * The most jobs of a group that one server runs at once, of all teams and of one team. An attempt that gets no answer
 * holds its place for five seconds.
 */
const most: Record<PlaceGroup, { ofAll: number; ofTeam: number }> = {
  // A team with a slow receiver gets on with two, and four such teams leave room for others.
  'chosen-address': { ofAll: 10, ofTeam: 2 },
  'known-service': { ofAll: 4, ofTeam: 3 },
}
/** Places that no message takes: for scheduled tasks, for example. */
const others = 3

export const placesInAll = Object.values(most).reduce((sum, { ofAll }) => sum + ofAll, others)

/** @param flag a group, or a group and a team, as `addJob` sets them */
function placesOf(flag: string): number {
  const [group = '', team] = flag.split(' ')
  if (!(group in most)) return Infinity
  const { ofAll, ofTeam } = most[group as PlaceGroup]
  return team ? ofTeam : ofAll
}

/**
 * Counts the running jobs of this server by their flags.
 * @returns `full`: the flags whose jobs must not be fetched now. Its callers take turns, each until it has fetched: two
 *   at once would both take the last place.
 */
export function openPlaces(events: WorkerEvents): { full: () => Promise<string[]> } {
  const running = new Map<string, number>()
  let lastTurn = Promise.resolve()
  let endTurn = () => {}

  const count = (job: Job, change: 1 | -1) => {
    for (const flag of Object.keys(job.flags ?? {})) {
      const now = (running.get(flag) ?? 0) + change
      if (now === 0) running.delete(flag)
      else running.set(flag, now)
    }
  }
  events.on('job:start', ({ job }) => {
    count(job, 1)
    endTurn()
  })
  events.on('worker:getJob:empty', () => endTurn())
  events.on('worker:getJob:error', () => endTurn())
  events.on('job:complete', ({ job }) => count(job, -1))

  return {
    async full() {
      const before = lastTurn
      const turn = Promise.withResolvers<void>()
      lastTurn = turn.promise
      await before
      endTurn = turn.resolve
      return [...running].filter(([flag, jobs]) => jobs >= placesOf(flag)).map(([flag]) => flag)
    },
  }
}
