import { readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { runningPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { startNewDatabase } from './embedded-database.ts'

const prefix = 'asakai-test-'
const memory = '/dev/shm' // Linux's folder that is on no disk
const enough = 1_000_000_000 // bytes: the databases of three processes, their template and the log are some 300 MB

/** One PostgreSQL for all test files, with a migrated database as their template. */
export default async function setup(project: TestProject) {
  const place = await quickPlace()
  await removeLeftovers(place)
  const { connection, stop } = await startNewDatabase(`${prefix}${process.pid}-`, place)
  await forgetTheDisk(connection)
  project.provide('template', connection as never)
  return stop
}

/**
 * In memory where it has the room. Each file's database is six hundred files, and ext4 looks the longer for where to make
 * them the more have just been deleted: a third of a second for each database.
 */
async function quickPlace() {
  const room = await statfs(memory).catch(() => undefined)
  return room && room.bavail * room.bsize > enough ? memory : tmpdir()
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

/** What a killed run has left behind: its database still runs. */
async function removeLeftovers(place: string) {
  for (const name of await readdir(place)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    const folder = join(place, name)
    const data = join(folder, 'postgres')
    const left = await runningPostmaster(data)
    if (left) await stopPostmaster(left.pid, left.folder)
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
