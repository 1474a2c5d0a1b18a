import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  run,
  type Runner,
  type RunnerOptions,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import { openSeparatePool } from '#server/db/database.ts'
import { queueOptions } from '#server/db/jobs.ts'
import type { Services } from '#server/services.ts'
import { trackRunningJobs, maxConcurrentJobs } from './job-limits.ts'
import { repeatedTasks, tasksOf } from './tasks.ts'

const connectionsMost = 4 // two listen for new jobs, the others fetch jobs and report their outcome
const lookEvery = 5_000 // milliseconds between two polls for due jobs
const restartDelayMs = 5_000 // milliseconds before a restart after an unexpected end
const attemptsMost = 1_000 // milliseconds for attempts to send when the server stops
const jobsMost = 1_500 // milliseconds for all running jobs when the server stops
const releasingMost = 500 // milliseconds to release unfinished jobs afterwards

type WorkerGroup = Pick<RunnerOptions, 'concurrency' | 'taskList' | 'parsedCronItems'>
type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

/** Returns the workers of imports. Imports have their own: a slow tracker must not delay notifications. */
export const importWorkers = (services: Services): WorkerGroup => {
  const { 'import-issues': importIssues } = tasksOf(services)
  return { concurrency: 8, taskList: { 'import-issues': importIssues! } }
}

function workerGroups(services: Services): WorkerGroup[] {
  const { 'import-issues': _, ...taskList } = tasksOf(services)
  return [
    { concurrency: maxConcurrentJobs, taskList, parsedCronItems: parseCronItems(repeatedTasks(services)) },
    importWorkers(services),
  ]
}

/**
 * Runs jobs in this process until it is stopped. Several servers share the queue.
 * @returns `stop` gives running jobs a moment, then releases them
 */
export function startJobs(services: Services, log: Log, groups = workerGroups(services)) {
  const pool = openSeparatePool(services.database, connectionsMost, () => {})
  const started = groups.map((group) => startGroup(group, pool, log))
  return {
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()))
      await Promise.race([pool.end(), wait(releasingMost, undefined, { ref: false })])
    },
  }
}

function startGroup(group: WorkerGroup, pool: ReturnType<typeof openSeparatePool>, log: Log) {
  const ending = new AbortController()
  let isReleased = false
  let runner: Runner | undefined
  let workers: WorkerPool | undefined

  const start = () => {
    const events: WorkerEvents = new EventEmitter()
    const runningJobs = trackRunningJobs(events)
    events.on('pool:create', ({ workerPool }) => {
      workers = workerPool
    })
    return run({
      ...queueOptions,
      ...group,
      pgPool: pool,
      events,
      logger: loggerOf(log, () => isReleased),
      noHandleSignals: true,
      forbiddenFlags: runningJobs.full,
      pollInterval: lookEvery,
      // Without these settings, a failure to record a job's outcome is not reported, and a stop does not wait for the
      // record.
      preset: {
        worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, gracefulShutdownAbortTimeout: attemptsMost },
      },
    })
  }
  const keepRunning = async () => {
    while (!ending.signal.aborted) {
      try {
        runner = await start()
        if (ending.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        if (!ending.signal.aborted) log.error({ err: error }, 'background jobs stopped; retrying')
      }
      runner = undefined
      await wait(restartDelayMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }
  const running = keepRunning()

  return {
    async stop() {
      ending.abort()
      runner?.stop().catch(() => {})
      const ended = running.then(() => true)
      const inTime = await Promise.race([ended, wait(jobsMost, false, { ref: false })])
      isReleased = true
      if (!inTime) await Promise.race([workers?.forcefulShutdown('the server ends'), wait(releasingMost)])
    },
  }
}

/**
 * Logs warnings and errors only. Logs nothing about jobs that were released, because another server runs them. If a job
 * failed for several reasons, also logs the error itself: its message does not list them.
 */
const loggerOf = (log: Log, isReleased: () => boolean) =>
  new Logger(() => (level, message, meta) => {
    if (isReleased()) return
    if (level === 'error' && meta?.error instanceof AggregateError) log.error({ err: meta.error }, message)
    else if (level === 'error') log.error(message)
    // Does not warn that there are fewer connections than workers: jobs mostly wait for outside services.
    else if (level === 'warning' && !message.includes('maxPoolSize')) log.warn(message)
  })
