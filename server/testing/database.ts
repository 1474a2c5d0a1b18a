import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'
import { afterwards } from './afterwards.ts'
import { askNodes } from './nodes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the migrated template; every test file clones it (`database.ts`). */
    template: { host: string; port?: number; user: string; password: string }
    /** Of a cluster's other nodes, each of which has the same databases (`cluster-setup.ts`). */
    workerPorts?: number[]
  }
}

/** This test file's own database, cloned from the migrated template; dropped when the file is done. */
export async function testDatabase(): Promise<Database> {
  const patience = {
    connectionTimeoutMillis: 20_000, // a disk that is busy with other tests' databases
    idleTimeoutMillis: 1_000, // a file may open many databases, and all files share 60 connections
  }
  const database = openDatabase({ ...(await newDatabase('asakai')), max: 5, ...patience }, () => {})
  afterwards(() => database.destroy())
  return database
}

/**
 * How to reach a database of this test file's own, dropped when the file is done.
 * @param template what it begins as: `template0` for an empty one
 */
export async function newDatabase(template: string, encoding = 'UTF8'): Promise<pg.ClientConfig> {
  const connection = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(connection, [
    // Its six hundred files as they are: a third of what it takes page by page through the log.
    `create database ${name} template ${template} strategy file_copy encoding '${encoding}' owner ${connection.user}`,
  ])
  const dropping = [
    `alter database ${name} with allow_connections false`,
    // Told a second time by `force`: Citus' daemon does not hear it while it begins.
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    `drop database ${name} with (force)`,
  ]
  afterwards(() => administer(connection, dropping))
  return { ...connection, database: name }
}

/**
 * Databases are made and dropped from beside the template, which nobody may use meanwhile; by the superuser, as PostgreSQL's
 * own cleaning may be at work in one that is dropped, and nobody else may end that.
 */
const administer = (connection: pg.ClientConfig, statements: string[]) =>
  askNodes({ ...connection, database: 'postgres' }, [connection.port, ...(inject('workerPorts') ?? [])], statements)

/** For tests that do again what is counted over all of them. */
export async function forgetAttempts(database: Database): Promise<void> {
  await sql`delete from attempts`.execute(database)
}
