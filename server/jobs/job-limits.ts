import type { Job, WorkerEvents } from 'graphile-worker'
import type { JobGroup } from '#server/db/jobs.ts'

/**
 * The most jobs of a group that one server runs at once, of all teams and of one team. An attempt that gets no answer
 * ends after five seconds.
 */
const limits: Record<JobGroup, { ofAll: number; ofTeam: number }> = {
  // Two jobs at once are enough for a team with a slow receiver. If four teams have slow receivers, two jobs remain for
  // other teams.
  'chosen-address': { ofAll: 10, ofTeam: 2 },
  'known-service': { ofAll: 4, ofTeam: 3 },
}
/** The most jobs outside these groups, such as scheduled tasks. */
const scheduledJobs = 3

export const maxConcurrentJobs = Object.values(limits).reduce((sum, { ofAll }) => sum + ofAll, scheduledJobs)

/**
 * Returns the most jobs with this flag that may run.
 * @param flag a group, or a group and a team, as `addJob` sets them
 */
function limitOf(flag: string): number {
  const [group = '', team] = flag.split(' ')
  if (!(group in limits)) return Infinity
  const { ofAll, ofTeam } = limits[group as JobGroup]
  return team ? ofTeam : ofAll
}

/**
 * Counts the running jobs of this server by their flags.
 * @returns `full`: returns the flags whose jobs must not be fetched now. Its callers run one after another, and each
 *   must fetch its job before the next caller runs: otherwise two callers would both use the last free slot
 */
export function trackRunningJobs(events: WorkerEvents): { full: () => Promise<string[]> } {
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
      return [...running].filter(([flag, jobs]) => jobs >= limitOf(flag)).map(([flag]) => flag)
    },
  }
}
