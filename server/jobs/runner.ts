import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Logger, parseCronItems, run, type Runner, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import { openPoolBeside } from '#server/db/database.ts'
import { queueOptions } from '#server/db/jobs.ts'
import type { Services } from '#server/services.ts'
import { repeatedTasks, tasksOf } from './tasks.ts'

const atOnce = 3
const connectionsMost = atOnce // one of them listens for new jobs, the others fetch them and say how they ended
const lookEvery = 5_000 // milliseconds, for jobs whose time has come
const patience = 5_000 // milliseconds before it is started again, where it has ended by itself
const jobsMost = 1_500 // milliseconds for jobs under way when the server ends
const releasingMost = 500 // and to hand back what is not done then

/**
 * Runs jobs in this process, beside its requests, until it is stopped. Several servers share the queue.
 * @returns `stop` gives jobs under way a moment, then hands them back
 */
export function startJobs(services: Services, log: Pick<FastifyBaseLogger, 'error' | 'warn'>) {
  const pool = openPoolBeside(services.database, connectionsMost, () => {})
  const ending = new AbortController()
  let runner: Runner | undefined
  let workers: WorkerPool | undefined

  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool }) => {
      workers = workerPool
    })
    return run({
      ...queueOptions,
      pgPool: pool,
      events,
      logger: loggerOf(log),
      noHandleSignals: true,
      concurrency: atOnce,
      pollInterval: lookEvery,
      // Otherwise nobody hears of it, and nothing waits for it, where the end of a job cannot be written down.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: tasksOf(services),
      parsedCronItems: parseCronItems(repeatedTasks(services)),
    })
  }
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      try {
        runner = await start()
        if (ending.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!ending.signal.aborted) log.error({ err: error }, 'jobs do not run for the moment')
      }
      runner = undefined
      await wait(patience, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }
  const running = keepRunning()

  return {
    async stop() {
      ending.abort()
      runner?.stop().catch(() => {})
      const ended = running.then(() => true)
      const inTime = await Promise.race([ended, wait(jobsMost, false, { ref: false })])
      if (!inTime) await Promise.race([workers?.forcefulShutdown('the server ends'), wait(releasingMost)])
      await Promise.race([pool.end(), wait(releasingMost, undefined, { ref: false })])
    },
  }
}

/** Logs warnings and errors only. A failed job's error comes along: its message names no causes. */
const loggerOf = (log: Pick<FastifyBaseLogger, 'error' | 'warn'>) =>
  new Logger(() => (level, message, meta) => {
    if (level === 'error' && meta?.error instanceof AggregateError) log.error({ err: meta.error }, message)
    else if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  })
