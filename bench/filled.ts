import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'
import { hotCalls, statementsOf } from './calls.ts'
import { type Asker, type Call, cpuOf, type Load, loadOf } from './load.ts'
import { seed, type Size } from './seed.ts'
import { startServer, stopServer, urlOf } from './server.ts'

/** The current day of the teams, and of the browser in the benchmarks. */
export const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Tokyo' })

/**
 * Fills a database of this size, and starts a server on it. Returns the most frequent calls of one member, and
 * functions that measure calls.
 */
export async function startFilled(size: Size) {
  const { connection, folder, stop } = await startNewDatabase('asakai-bench-')
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const database = openDatabase({ ...connection, max: 1 }, () => {})
  const startedAt = performance.now()
  await seed(database, size, today)
  const filled = (performance.now() - startedAt) / 1_000
  const { token, calls } = await hotCalls(database, config, today)
  const sent = await statementsOf({ config, database, now: () => new Date() }, token, calls)
  const cpuOfPostgres = await backendsOf(database)
  await database.destroy()
  const server = await startServer({
    DATABASE_URL: urlOf(connection),
    SECRET_KEY: config.secretKey.toString(),
    PORT: '0',
  })

  /** Measures a call. `node` and `postgres` are milliseconds of CPU for each response. */
  const measure = (call: Call, forSeconds: number, connections: number) =>
    measureOf(
      Array.from({ length: connections }, () => ({ calls: [call], token })),
      forSeconds,
    )

  /** Measures the calls of several callers, each on a connection. @param at another server on the same database */
  async function measureOf(askers: readonly Asker[], forSeconds: number, at = server) {
    const before = [cpuOf(at.process.pid!), await cpuOfPostgres()] as const
    const answered: Load = await loadOf(at.address, askers, forSeconds)
    const node = (cpuOf(at.process.pid!) - before[0]) / answered.count
    return { ...answered, node, postgres: ((await cpuOfPostgres()) - before[1]) / answered.count }
  }
  const end = async () => {
    await stopServer(server)
    await stop()
  }
  return { ...server, connection, config, folder, filled, token, calls, sent, measure, measureOf, stop: end }
}

/** @returns a function that reads the milliseconds of CPU used by PostgreSQL's processes, including ended ones */
async function backendsOf(database: Database) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
  // the main process of PostgreSQL is the parent of the process that answered
  const postmaster = Number((await readFile(`/proc/${rows[0]!.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')[1])
  return async () => {
    const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    const pids = children.trim().split(' ').map(Number)
    return [postmaster, ...pids].reduce((sum, pid) => sum + cpuOf(pid), 0)
  }
}

export const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
