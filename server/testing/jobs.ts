import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { withEveryTeamTransaction, openSeparatePool } from '#server/db/database.ts'
import { queueOptions } from '#server/db/jobs.ts'
import { importWorkers, startJobs } from '#server/jobs/runner.ts'
import { tasksOf } from '#server/jobs/tasks.ts'

/**
 * Runs all jobs that are due by the test's clock, which must be ahead of PostgreSQL's: the queue uses PostgreSQL's
 * clock. Jobs that are due later keep waiting.
 * @returns the error messages
 */
export async function runJobs({ services }: Pick<FastifyInstance, 'services'>): Promise<string[]> {
  const { database, now } = services
  const pool = openSeparatePool(database, 2, () => {})
  const failures: string[] = []
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') failures.push(message)
  })
  await withEveryTeamTransaction(database, (db) =>
    // Shifts all jobs by the same time, which keeps their order.
    sql`
      update graphile_worker._private_jobs set run_at = now() - (${now()}::timestamptz - run_at)
      where run_at <= ${now()}`.execute(db),
  )
  try {
    await runOnce({ ...queueOptions, pgPool: pool, logger, noHandleSignals: true, taskList: tasksOf(services) })
  } finally {
    await pool.end()
  }
  return failures
}

/** Runs the jobs of imports until the test ends, as a server does: requests wait for them. */
export function runImports({ services, log }: Pick<FastifyInstance, 'services' | 'log'>) {
  const jobs = startJobs(services, log, [importWorkers(services)])
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= jobs.stop())
  onTestFinished(stop)
  return { stop }
}
