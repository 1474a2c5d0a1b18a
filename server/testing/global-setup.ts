import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { runningPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { migrate } from '#server/db/migrate.ts'

const prefix = 'asakai-test-'

/** One PostgreSQL for all test files, with a migrated database as their template. */
export default async function setup(project: TestProject) {
  await removeLeftovers()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another account, and keeps its data here all the same
  const database = await startEmbedded(folder, () => {})
  await migrate(database.connection)
  project.provide('template', database.connection as never)
  return async () => {
    await database.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a killed run has left behind: its database still runs. */
async function removeLeftovers() {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    const folder = join(tmpdir(), name)
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
