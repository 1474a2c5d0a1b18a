import { Logger, runMigrations, type SharedOptions } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Source } from '#contract/backlogs.ts'
import { caller } from '#server/process/caller.ts'
import type { Database, Db } from './database.ts'

/** Options for every use of the queue. A pooler between us and PostgreSQL may not support prepared statements. */
export const queueOptions = { noPreparedStatements: true } satisfies SharedOptions

const silent = new Logger(() => () => {})

/**
 * Migrates the queue's own schema, `graphile_worker`. The caller must ensure that only one process does this at a time.
 */
export async function migrateQueue(connection: pg.ClientConfig): Promise<void> {
  const pgPool = new pg.Pool({ ...connection, max: 1 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => client.on('error', () => {}))
  try {
    await runMigrations({ ...queueOptions, pgPool, logger: silent })
  } finally {
    await pgPool.end()
  }
}

/**
 * The jobs and their payloads. `server/jobs/tasks.ts` runs them, in the trace and with the id of the request that added
 * them.
 */
export type Jobs = {
  deliver: { teamId: string; id: string }
  /** @property from the first day whose blockers must be recomputed, because an earlier report has changed */
  'backfill-blockers-from': { teamId: string; userId: string; from: string }
  'import-issues': { teamId: string; userId: string; source: Source; id: string; priority: number }
  /** @property secret the encrypted grant */
  'revoke-github': { teamId: string; userId: string; subject: string; secret: string }
  /** @property messages posts to delete before the grant ends. Jobs of an older version have none */
  'revoke-slack': {
    teamId: string
    workspaceId: string
    secret: string
    messages?: { channel: string; ts: string }[]
  }
  /** @property until the email lists the invitations that the member made before this moment (ISO 8601) */
  'alert-inviters': { teamId: string; userId: string; sessionId: string; until: string }
}

/**
 * The kinds of work that wait for other systems. `server/jobs/job-limits.ts` limits how many jobs of each kind run at
 * once, so that they never delay other jobs.
 *
 * - `chosen-address`: sends to an address that a member chose, which may never answer.
 * - `known-service`: sends by a service that the operator set up.
 */
export type JobGroup = 'chosen-address' | 'known-service'

/**
 * Adds a job within the caller's transaction, so that the job exists only if the caller's changes are committed.
 * @param when.runAt undefined: at once
 * @param when.key at most one job waits under a key; a new job replaces the waiting one
 * @param when.priority lower numbers go first
 * @param when.group counts the job in the limit of this group, and in the limit of its team in this group
 */
export async function addJob<Task extends keyof Jobs>(
  db: Db,
  task: Task,
  payload: Jobs[Task],
  { runAt, key, priority = 0, group }: { runAt?: Date; key: string; priority?: number; group?: JobGroup },
): Promise<void> {
  const { ip: _ip, ...asked } = caller.getStore() ?? {}
  const flags = group ? [group, `${group} ${payload.teamId}`] : null
  await sql`
    select graphile_worker.add_job(
      ${task}, ${JSON.stringify({ ...payload, ...asked })}::json, run_at => ${runAt ?? null}::timestamptz, job_key => ${key},
      priority => ${priority}::int, flags => ${flags}::text[]
    )`.execute(db)
}

/**
 * Returns the numbers of jobs that are due now, due later, and given up. `oldestSeconds`: the delay of the oldest due
 * job. This figure leaves out messages to addresses that members chose, because such a message waits for its own
 * receiver.
 */
export async function readQueue(database: Database) {
  const chosenAddress: JobGroup = 'chosen-address'
  const { rows } = await sql<{ due: number; later: number; dead: number; oldestSeconds: number }>`
    select count(*) filter (where attempts < max_attempts and run_at <= now())::int as due,
      count(*) filter (where attempts < max_attempts and run_at > now())::int as later,
      count(*) filter (where attempts >= max_attempts)::int as dead,
      coalesce(extract(epoch from now() - min(run_at) filter (
        where attempts < max_attempts and run_at <= now() and flags -> ${chosenAddress} is null
      )), 0)::float8 as "oldestSeconds"
    from graphile_worker._private_jobs`.execute(database)
  return rows[0]!
}
