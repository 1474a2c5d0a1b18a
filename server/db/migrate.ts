import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isLockedOut } from './failures.ts'
import { migrateQueue } from './jobs.ts'
import { requireSuitable } from './requirements.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number that nothing else in the database locks. */
const lock = 7_264_190_031

/** Whoever waits for a table keeps everybody behind them waiting too: a change waits a moment only, and comes again. */
const lockMost = '2s'
const attempts = 20
const pause = 1_000 // milliseconds

/**
 * Brings the schema up to date: each file of `migrations/` once, in the order of their names, forward only, all of them
 * or none; the job queue's too, which has its own. Processes that start together wait for the first.
 * @throws ConfigError where this PostgreSQL cannot be used, Error where an applied migration was changed since
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
  const client = new pg.Client(connection)
  client.on('error', () => {}) // lost between two statements: the next one says so
  await client.connect()
  try {
    await requireSuitable(client)
    // One transaction, and a lock that ends with it: a pooler in between may give the next one another connection.
    await client.query('begin')
    // A role may have limits of its own, for requests.
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
    await client.query(`set local lock_timeout = '${lockMost}'`)
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) await apply(client, name, applied.get(name))
    await migrateQueue(connection)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, appliedAs: string | undefined) {
  const text = await readFile(new URL(name, folder), 'utf8')
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (appliedAs === sha256) return
  if (appliedAs) throw new Error(`The migration ${name} was changed after it had been applied to this database.`)
  try {
    await client.query(text)
  } catch (cause) {
    throw new Error(`The migration ${name} cannot be applied to this database.`, { cause })
  }
  await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
}
