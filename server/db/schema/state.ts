import { sql } from 'kysely'
import { connect } from '../driver/connect.ts'
import { type Database, openDatabase } from '../database.ts'
import { readMigrations } from './apply-migrations.ts'
import { type DatabaseLocation, reachDatabase } from '../driver/reach.ts'
import { requireSuitable } from './requirements.ts'

const statementTimeoutMs = 10_000 // milliseconds for a statement

/**
 * Connects to the database for reading only.
 * @throws ConfigError if the database is unreachable or unusable
 */
export async function connectReadOnly(
  place: DatabaseLocation,
  say: (line: string) => void,
): Promise<{ database: Database; close: () => Promise<void> }> {
  const { connection, stop } = await reachDatabase(place, say)
  try {
    const client = await connect({ ...connection, connectionTimeoutMillis: statementTimeoutMs })
    try {
      await requireSuitable(client)
    } finally {
      await client.end()
    }
  } catch (error) {
    await stop()
    throw error
  }
  const database = openDatabase({ ...connection, max: 4 }, () => {}, statementTimeoutMs)
  const close = async () => {
    await database.destroy()
    await stop()
  }
  return { database, close }
}

/** Returns PostgreSQL's version, and the time of its clock. */
export async function readServer(database: Database): Promise<{ version: string; now: Date }> {
  const { rows } = await sql<{ version: string; now: Date }>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(database)
  return rows[0]!
}

/**
 * Returns the names of three kinds of migrations: those that this database lacks, those that this version does not
 * know, and those that differ from this version's.
 */
export async function compareMigrations(
  database: Database,
): Promise<{ pending: string[]; newer: string[]; changed: string[] }> {
  const ours = new Map((await readMigrations()).map(({ name, sha256 }) => [name, sha256]))
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass('migrations') is not null as is_there`.execute(database)
  const { rows: applied } = tables[0]!.is_there
    ? await sql<{ name: string; sha256: string }>`select name, sha256 from migrations`.execute(database)
    : { rows: [] }
  return {
    pending: [...ours.keys()].filter((name) => applied.every((each) => each.name !== name)),
    newer: applied.filter(({ name }) => !ours.has(name)).map(({ name }) => name),
    changed: applied.filter(({ name, sha256 }) => ours.has(name) && ours.get(name) !== sha256).map(({ name }) => name),
  }
}

/**
 * Warns if a newer version has migrated the database, and continues: during a rolling upgrade, old servers run on the
 * schema of the first new server.
 */
export async function warnOfNewerDatabase(database: Database, say: (line: string) => void): Promise<void> {
  const { newer } = await compareMigrations(database)
  if (newer.length > 0) say(newerDatabase(newer))
}

export const newerDatabase = (names: string[]) =>
  `A newer Asakai has migrated this database (${names.join(', ')}): one version older goes on serving it, but only the newer one knows what these are for.`
