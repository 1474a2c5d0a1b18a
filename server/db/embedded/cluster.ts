import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Account } from './account.ts'

const run = promisify(execFile)

/** A data folder of PostgreSQL, and what its server runs with. */
export type Cluster = {
  binaries: string
  /** PostgreSQL's own data folder. */
  folder: string
  account: Account | undefined
  /** Of both roles, the superuser's and the application's: it keeps other accounts of this machine out. */
  password: string
}

/** Suits a small host; what matters for keeping reports (fsync, full_page_writes, synchronous_commit) stays as it comes. */
const settings = `
listen_addresses = ''
max_connections = 60
shared_buffers = 64MB
logging_collector = on
log_filename = 'postgresql-%a.log'
log_truncate_on_rotation = on
log_rotation_age = 1d
log_min_messages = warning
timezone = 'UTC'
`

/** Makes the cluster if there is none. Half-made ones are never seen: it is moved into place when it is complete. */
export async function createCluster(cluster: Omit<Cluster, 'password'>, passwordFile: string): Promise<Cluster> {
  const password = await keptPassword(passwordFile)
  if (existsSync(join(cluster.folder, 'PG_VERSION'))) return { ...cluster, password }
  const unfinished = `${cluster.folder}.${process.pid}`
  const handedOver = join(tmpdir(), `asakai-${randomBytes(8).toString('hex')}`)
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await writeFile(handedOver, password, { mode: 0o600, flag: 'wx' })
  if (cluster.account) {
    await chown(unfinished, cluster.account.uid, cluster.account.gid)
    await chown(handedOver, cluster.account.uid, cluster.account.gid)
  }
  try {
    const options = ['--encoding=UTF8', '--locale=C', '--data-checksums', '--username=postgres', '--auth=scram-sha-256']
    await run(
      join(cluster.binaries, 'bin', 'initdb'),
      [...options, `--pgdata=${unfinished}`, `--pwfile=${handedOver}`, '--set', 'dynamic_shared_memory_type=posix'],
      { cwd: cluster.binaries, env: { PATH: process.env['PATH'] ?? '' }, ...cluster.account },
    )
    await writeFile(join(unfinished, 'postgresql.auto.conf'), settings)
    await rename(unfinished, cluster.folder)
  } finally {
    await rm(handedOver, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
  return { ...cluster, password }
}

async function keptPassword(file: string): Promise<string> {
  const made = randomBytes(24).toString('base64url')
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await chmod(file, 0o600)
  return (await readFile(file, 'utf8')).trim()
}
