import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'

const folder = new URL('./migrations/', import.meta.url)
/**
 * The advisory lock of schema changes and of a restore, held until the transaction ends. The number is arbitrary but
 * unique.
 */
const lock = 7_264_190_031

export type Migration = { name: string; text: string; sha256: string }

/** Returns the product's migrations in the order of their names, in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Waits for other schema changes, then keeps others out until the transaction ends. */
export const lockSchema = (client: pg.ClientBase) => client.query('select pg_advisory_xact_lock($1)', [lock])

/**
 * Applies the migrations that this database lacks.
 * @throws Error if an applied migration was changed since, or if one cannot be applied
 */
export async function applyMigrations(client: pg.ClientBase, migrations: Migration[]): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  const applied = await readApplied(client)
  for (const migration of migrations) await apply(client, migration, applied.get(migration.name))
}

/** Returns the applied migrations by name, with the hash of their text. */
export async function readApplied(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rowCount } = await client.query(`select where to_regclass('migrations') is not null`)
  if (rowCount === 0) return new Map()
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

export const changedMigration = (name: string) =>
  `The migration ${name} was changed after it had been applied to this database: another build of Asakai made it. Start that build, or restore into an empty database.`

/** @throws ConfigError if an applied migration was changed since: the next start would fail */
export function requireUnchanged(migrations: Migration[], applied: Map<string, string>): void {
  const changed = migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256)
  if (changed) throw new ConfigError(changedMigration(changed.name))
}

/**
 * Applies the paragraphs of a migration one by one. A cluster forwards the whole text to its nodes, so in every
 * migration after the first each paragraph is one statement.
 */
async function apply(client: pg.ClientBase, { name, text, sha256 }: Migration, appliedAs: string | undefined) {
  if (appliedAs === sha256) return
  if (appliedAs) throw new ConfigError(changedMigration(name))
  try {
    for (const paragraph of text.split('\n\n')) await client.query(paragraph)
  } catch (cause) {
    throw new Error(`The migration ${name} cannot be applied to this database.`, { cause })
  }
  await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
}
