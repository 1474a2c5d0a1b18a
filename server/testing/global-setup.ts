import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { runningPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { startNewDatabase } from './embedded-database.ts'

const prefix = 'asakai-vitest-'
const memory = '/dev/shm' // Linux's folder that is on no disk
const enough = 2_000_000_000 // bytes, where three processes fill some 500 MB

/** One PostgreSQL for all test files, with a migrated database as their template; all that they make is in one folder. */
export default async function setup(project: TestProject) {
  const place = (await isQuick()) ? memory : tmpdir()
  await removeLeftovers(place)
  const folder = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  await chmod(folder, 0o1777) // as the usual one
  process.env['TMPDIR'] = folder // the tests' processes have it from here
  const { connection, stop } = await startNewDatabase('database-')
  await forgetTheDisk(connection)
  project.provide('template', connection as never)
  return async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Whether memory has room for what tests make, and runs programs, as a container's does not. A database is six hundred files,
 * and ext4 looks the longer for where to make them the more have just been deleted: a third of a second for each database.
 */
async function isQuick(): Promise<boolean> {
  if (process.platform !== 'linux' || !existsSync(memory)) return false
  const { bavail, bsize } = await statfs(memory)
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '))
  const options = mounts.find(([, folder]) => folder === memory)?.[3]?.split(',') ?? ['noexec']
  return bavail * bsize > enough && !options.includes('noexec')
}

/** Nothing here outlives the run; waiting until the disk has it is most of what a commit takes, and a dropped database. */
async function forgetTheDisk(connection: pg.PoolConfig) {
  const client = new pg.Client({ ...connection, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('alter system set fsync = off')
  await client.query('alter system set full_page_writes = off')
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** What a killed run has left behind: its databases still run. */
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
