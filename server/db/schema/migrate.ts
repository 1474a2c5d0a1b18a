import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { onEveryNode } from '../cluster/arrange.ts'
import { connect } from '../driver/connect.ts'
import { isLockedOut } from '../driver/failures.ts'
import { migrateQueue } from '../jobs.ts'
import { applyMigrations, lockSchema, readMigrations } from './apply-migrations.ts'
import { requireSuitable } from './requirements.ts'

/** A migration that waits for a table lock blocks every later query. So it waits only briefly, and tries again. */
const lockMost = '2s'
const attempts = 20
const pause = 1_000 // milliseconds

/**
 * Migrates the schema: applies each file of `migrations/` once, in the order of their names, all of them or none. Then
 * migrates the job queue's own schema. Processes that start together wait for the first one.
 * @throws ConfigError if this PostgreSQL cannot be used, Error if an applied migration was changed since
 */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateAtOnce(connection)
    } catch (error) {
      if (attempt === attempts || !isLockedOut(error)) throw error
      await wait(pause)
    }
  }
}

async function migrateAtOnce(connection: pg.ClientConfig): Promise<void> {
  const client = await connect(connection)
  try {
    await requireSuitable(client)
    await changeSchema(client, async () => {
      const migrations = await readMigrations()
      await onEveryNode(client, () => applyMigrations(client, migrations))
    })
    // Our migrations are committed by now. The queue's migrations use another connection, and a distributed database
    // allows one schema change at a time.
    await changeSchema(client, () => migrateQueue(connection))
  } finally {
    await client.end()
  }
}

/** Uses one transaction, and a lock that ends with it: a pooler may run the next transaction on another connection. */
async function changeSchema(client: pg.Client, change: () => Promise<void>) {
  await client.query('begin')
  // The role may have its own time limits, which are meant for requests.
  await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
  await lockSchema(client)
  await client.query(`set local lock_timeout = '${lockMost}'`)
  await change()
  await client.query('commit')
}
