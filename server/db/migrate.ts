import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { migrateQueue } from './jobs.ts'
import { requireSuitable } from './requirements.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number that nothing else in the database locks. */
const lock = 7_264_190_031

/**
 * Brings the schema up to date: each file of `migrations/` once, in the order of their names, forward only, all of them
 * or none; the job queue's too, which has its own. Processes that start together wait for the first.
 * @throws ConfigError where this PostgreSQL cannot be used, Error where an applied migration was changed since
 */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {}) // lost between two statements: the next one says so
  await client.connect()
  try {
    await requireSuitable(client)
    // One transaction, and a lock that ends with it: a pooler in between may give the next one another connection.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lock])
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
