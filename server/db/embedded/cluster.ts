import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { databaseFailure } from '#server/db/driver/failures.ts'
import { ConfigError } from '#server/config/environment.ts'
import { readOrCreateSecret } from '#server/config/secret-file.ts'
import { pathExists } from './path-exists.ts'
import { type Account, nameVariables } from './account.ts'
import { reasonIn } from './reason.ts'
import { sharedMemory } from './shared-memory.ts'

const run = promisify(execFile)

/** A data folder of PostgreSQL, and the settings of its server. */
export type Cluster = {
  binaries: string
  /** PostgreSQL's own data folder. */
  folder: string
  account: Account | undefined
  /** The password of both roles, the superuser's and the application's. It keeps other accounts of this machine out. */
  password: string
}

/**
 * PostgreSQL's settings for a small host. The settings that protect reports (fsync, full_page_writes,
 * synchronous_commit) keep their defaults.
 */
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

/**
 * Creates the cluster if there is none. Moves the cluster into its folder only when it is complete, so that an
 * incomplete cluster is never used.
 * @param interruption aborts, and removes everything
 */
export async function createCluster(
  cluster: Omit<Cluster, 'password'>,
  passwordFile: string,
  interruption: AbortSignal,
): Promise<Cluster> {
  const password = readOrCreateSecret(passwordFile, () => randomBytes(24).toString('base64url'))
  if (pathExists(join(cluster.folder, 'PG_VERSION'))) return { ...cluster, password }
  await removeUnfinished(cluster.folder)
  // Uses a new name each time: processes of a killed start may still write to the former one.
  const unfinished = `${cluster.folder}.${randomBytes(4).toString('hex')}`
  const [handedOver, nameFile] = [`${unfinished}.password`, `${unfinished}.name`]
  const name = cluster.account ? {} : await nameVariables(nameFile)
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
      [
        ...options,
        `--pgdata=${unfinished}`,
        `--pwfile=${handedOver}`,
        '--set',
        `dynamic_shared_memory_type=${sharedMemory(cluster.account)}`,
      ],
      {
        cwd: cluster.binaries,
        env: { PATH: process.env['PATH'] ?? '', ...name },
        signal: interruption,
        ...cluster.account,
      },
    ).catch((error: Error & { stderr?: string }) => {
      if (interruption.aborted || databaseFailure(error) === 'storage_full') throw error
      throw new ConfigError(
        `The database cannot be created in ${cluster.folder}: ${reasonIn(error.stderr || error.message)}`,
      )
    })
    await writeFile(join(unfinished, 'postgresql.auto.conf'), settings)
    await rename(unfinished, cluster.folder)
  } finally {
    for (const file of [handedOver, nameFile]) await rm(file, { force: true })
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
  }
  return { ...cluster, password }
}

/** Removes incomplete clusters that killed starts have left beside the cluster. */
async function removeUnfinished(folder: string) {
  const beside = dirname(folder)
  for (const name of await readdir(beside))
    if (name.startsWith(`${basename(folder)}.`))
      await rm(join(beside, name), { recursive: true, force: true, maxRetries: 5 })
}
