import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const folder = new URL('./migrations/', import.meta.url)
/** Any number that nothing else in the database locks. */
const lock = 7_264_190_031

/**
 * Brings the schema up to date: each file of `migrations/` once, in the order of their names, forward only. Processes
 * that start together wait for the first.
 * @throws where a migration that has been applied was changed since
 */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    for (const name of names) await apply(client, name, applied.get(name))
  } finally {
    await client.end()
  }
}

async function apply(client: pg.Client, name: string, appliedAs: string | undefined) {
  const text = await readFile(new URL(name, folder), 'utf8')
  const sha256 = createHash('sha256').update(text).digest('hex')
  if (appliedAs === sha256) return
  if (appliedAs) throw new Error(`The migration ${name} was changed after it had been applied to this database.`)
  await client.query('begin')
  await client.query(text)
  await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  await client.query('commit')
}
