import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { runningPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { startNewDatabase } from './embedded-database.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'

const prefix = 'asakai-vitest-'

/** Starts one PostgreSQL with a migrated template database for all test files. All test data is in one folder. */
export default async function setup(project: TestProject) {
  const place = await fastTemporaryFolder()
  await removeLeftovers(place)
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  await chmod(folder, 0o1777) // like the usual temporary folder
  process.env['TMPDIR'] = folder // inherited by the test processes
  const { connection, stop } = await startNewDatabase('database-')
  await forgetTheDisk(connection)
  project.provide('template', connection as never)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Turns durability off, because all data is discarded after the run. Syncing would take most of the time of a commit or
 * a dropped database.
 */
async function forgetTheDisk(connection: pg.PoolConfig) {
  const client = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.query('alter system set full_page_writes = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Removes the data of killed runs, and stops their databases. */
async function removeLeftovers(place: string) {
  for (const name of await readdir(place)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    const folder = join(place, name)
    for (const each of await readdir(folder)) {
      const left = await runningPostmaster(join(folder, each, 'postgres'))
      if (left) await stopPostmaster(left.pid, left.folder)
    }
    await rm(folder, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
