import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import { newestBackup } from '#server/db/backup/folder.ts'
import type { Database } from '#server/db/database.ts'
import { databaseFigures } from '#server/db/driver/figures.ts'
import { readQueue } from '#server/db/jobs.ts'

/**
 * Defines the Prometheus metrics (docs/metrics.md). A label is a fixed word, such as a route's pattern or a provider. A
 * label must never be an id, an address or a name.
 * @param onFailure called if the queue cannot be read; its metrics are then missing
 */
export function openMetrics(
  database: Database,
  { backups, now }: Pick<Config, 'backups'> & { now: () => Date },
  onFailure: (error: unknown) => void,
) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const statements = new Histogram({
    name: 'asakai_database_statement_seconds',
    help: 'Duration of a statement by its kind, without the wait for a connection',
    labelNames: ['kind'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const { listen, connections } = databaseFigures(database)
  listen((kind, seconds) => statements.observe({ kind }, seconds))

  const pool = new Gauge({
    name: 'asakai_database_connections',
    help: 'Connections in the pool',
    labelNames: ['state'],
    registers,
  })
  const waitingCallers = new Gauge({
    name: 'asakai_database_waiting',
    help: 'Requests and jobs that wait for a connection from the pool',
    registers,
  })
  const readPool = () => {
    const { busy, idle, waiting } = connections()
    pool.set({ state: 'busy' }, busy)
    pool.set({ state: 'idle' }, idle)
    waitingCallers.set(waiting)
  }

  const jobs = new Gauge({ name: 'asakai_jobs', help: 'Jobs in the queue', labelNames: ['state'], registers })
  const oldestJob = new Gauge({
    name: 'asakai_job_oldest_seconds',
    help: 'Time since the oldest due job became due',
    registers,
  })
  const readJobs = async () => {
    jobs.reset()
    const { due, later, dead, oldestSeconds } = await readQueue(database)
    jobs.set({ state: 'due' }, due)
    jobs.set({ state: 'later' }, later)
    jobs.set({ state: 'dead' }, dead)
    oldestJob.set(oldestSeconds)
  }

  const backupAge =
    backups &&
    new Gauge({
      name: 'asakai_backup_age_seconds',
      help: 'Time since the newest nightly backup began',
      registers,
    })
  const readBackups = () => {
    const newest = backups && newestBackup(backups.folder)
    backupAge?.set(newest ? (now().getTime() - newest.getTime()) / 1_000 : Infinity)
  }

  return {
    contentType: registry.contentType,
    /** Returns all metrics in Prometheus format. Reads the pool, the queue and the backups on each call. */
    async text() {
      readPool()
      readBackups()
      await readJobs().catch(onFailure)
      return registry.metrics()
    },
    requests,
    deliveries: new Counter({
      name: 'asakai_deliveries_total',
      help: 'Delivery attempts of reports and reminders, by destination and outcome',
      labelNames: ['destination', 'outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'asakai_mails_total',
      help: 'Emails by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    imports: new Counter({
      name: 'asakai_imports_total',
      help: 'Imports of issues by source and outcome',
      labelNames: ['source', 'outcome'],
      registers,
    }),
    refusals: new Counter({
      name: 'asakai_refusals_total',
      help: 'Calls rejected by a rate limit, by limit',
      labelNames: ['limit'],
      registers,
    }),
    events: new Counter({
      name: 'asakai_events_total',
      help: 'Log lines with an event (docs/logs.md), by event',
      labelNames: ['event'],
      registers,
    }),
    streams: new Gauge({
      name: 'asakai_open_streams',
      help: 'Open screens that receive live updates',
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof openMetrics>
