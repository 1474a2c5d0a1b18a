import { Logger, runMigrations, type SharedOptions } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'

/** How every use of the queue speaks to it; a pooler between us and PostgreSQL keeps no prepared statements. */
export const queueOptions = { noPreparedStatements: true } satisfies SharedOptions

const silent = new Logger(() => () => {})

/** Brings the queue's own schema, `graphile_worker`, up to date. The caller sees to it that only one process does. */
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

/** What can be asked for; `server/jobs/tasks.ts` does it. */
export type Jobs = {
  deliver: { teamId: string; id: string }
}

/**
 * Asks for a job within the caller's transaction: it exists exactly if what it is about does.
 * @param when.key one job waits under it: asked for again, it takes the earlier one's place
 */
export async function addJob<Task extends keyof Jobs>(
  db: Db,
  task: Task,
  payload: Jobs[Task],
  { runAt, key }: { runAt: Date; key: string },
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      ${task}, ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz, job_key => ${key}
    )`.execute(db)
}
