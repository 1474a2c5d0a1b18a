import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { afterwards } from './afterwards.ts'
import { askNodes } from './nodes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The connection to the migrated template, which every test file clones. */
    template: { host: string; port?: number; user: string; password: string }
    /** The ports of a cluster's other nodes, each with databases of the same names (`cluster-setup.ts`). */
    workerPorts?: number[]
  }
}

/** Returns this test file's own database, cloned from the migrated template and dropped after the file. */
export async function testDatabase(): Promise<Database> {
  const timeouts = {
    connectionTimeoutMillis: 20_000, // the disk may be busy with other tests' databases
    idleTimeoutMillis: 1_000, // a file may open many databases, and all files share 60 connections
  }
  const database = openDatabase({ ...(await newDatabase('asakai')), max: 5, ...timeouts }, () => {})
  afterwards(() => database.destroy())
  return database
}

/**
 * Creates a database for this test file, dropped after the file. Returns its connection.
 * @param template the database to clone; `template0` for an empty one
 */
export async function newDatabase(template: string, encoding = 'UTF8'): Promise<pg.ClientConfig> {
  const connection = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(connection, [
    // Copying files takes a third of the time that page-by-page copying through the WAL takes.
    `create database ${name} template ${template} strategy file_copy encoding '${encoding}' owner ${connection.user}`,
  ])
  const dropping = [
    `alter database ${name} with allow_connections false`,
    // Terminates connections first, as `force` does: Citus' daemon ignores a signal while it starts.
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    `drop database ${name} with (force)`,
  ]
  afterwards(() => administer(connection, dropping))
  return { ...connection, database: name }
}

/**
 * Runs statements in the maintenance database, because a template must have no connections. Runs them as superuser: if
 * autovacuum works in a database that is to be dropped, only a superuser can stop it.
 */
const administer = (connection: pg.ClientConfig, statements: string[]) =>
  askNodes({ ...connection, database: 'postgres' }, [connection.port, ...(inject('workerPorts') ?? [])], statements)

/** Deletes all rate-limit counts, for tests that repeat rate-limited calls. */
export async function forgetAttempts(database: Database): Promise<void> {
  await sql`delete from attempts`.execute(database)
}
