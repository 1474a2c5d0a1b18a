import { realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'
import { makeFolder } from '#server/config/make-folder.ts'
import { requireOwnFolder } from '#server/config/own-folder.ts'
import { type Account, databaseAccount } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { forgetPgVariables } from './forget-pg-variables.ts'
import { requireUsable } from './existing.ts'
import { pathExists } from './path-exists.ts'
import { dataFolder, saveDataFolder, listenAddressOf, sharedFolder } from './locations.ts'
import { type ListenAddress, runningPostmaster, stopPostmaster, superuser } from './postmaster.ts'
import { supervise } from './supervision.ts'

export type EmbeddedDatabase = {
  /** Connects as the application's role, which row-level security binds. */
  connection: pg.PoolConfig
  /** PostgreSQL's data folder. It may be outside `dataDir` if the server runs as root. */
  folder: string
  stop: () => Promise<void>
}

/**
 * Starts the bundled PostgreSQL on `dataDir`: creates the database at the first start, recovers it after a crash, and
 * restarts PostgreSQL whenever it ends.
 * @param say one line of progress, for the long steps
 * @param interruption gives up a start that is under way, and leaves no process
 * @throws AlreadyRunning, ConfigError
 */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  interruption = new AbortController().signal,
): Promise<EmbeddedDatabase> {
  forgetPgVariables()
  requireOwnFolder(dataDir)
  const account = await databaseAccount()
  // PostgreSQL's own account must be able to pass through this folder to its data. Secret files in this folder have
  // their own permissions.
  makeFolder(dataDir, account ? 0o711 : 0o700)
  const home = await realpath(dataDir)
  const unlock = lockFolder(home)
  try {
    const database = await startIn(home, account, { say, interruption })
    const stop = () => database.stop().finally(unlock)
    return { ...database, stop }
  } catch (error) {
    unlock()
    throw error
  }
}

async function startIn(
  home: string,
  account: Account | undefined,
  { say, interruption }: { say: (line: string) => void; interruption: AbortSignal },
): Promise<EmbeddedDatabase> {
  const folder = await dataFolder(home, account)
  makeFolder(dirname(folder), 0o711)
  const passwordFile = join(dirname(folder), 'database-password')
  const { folder: binaries, major } = await postgresBinaries(account, sharedFolder)
  if (pathExists(join(folder, 'PG_VERSION'))) await requireUsable(folder, { account, major, passwordFile })
  else {
    const apart = folder.startsWith(home) ? '' : ` in ${folder}, as its account cannot get into ${home}`
    say(`Preparing the database (once)${apart} …`)
  }
  const cluster = await createCluster({ binaries, folder, account }, passwordFile, interruption)
  await saveDataFolder(home, folder)

  const left = await runningPostmaster(folder)
  if (left) {
    say('Stopping the database of an interrupted run …')
    await stopPostmaster(left.pid, left.folder)
  }
  // After a crash, another process may have the process number in this file. PostgreSQL would take that process for a
  // running server.
  await rm(join(folder, 'postmaster.pid'), { force: true })
  const place = await listenAddressOf(folder, account)
  const supervision = await supervise(cluster, place, { say, interruption }).catch(wrongPassword(passwordFile))
  try {
    await createApplicationRole(cluster, place)
  } catch (error) {
    await supervision.stop()
    throw error
  }
  return { connection: { ...superuser(cluster, place, 'asakai'), user: 'asakai' }, folder, stop: supervision.stop }
}

/** @throws ConfigError if PostgreSQL refuses the password (28P01) */
const wrongPassword =
  (passwordFile: string) =>
  (error: unknown): never => {
    if ((error as { code?: string }).code !== '28P01') throw error
    throw new ConfigError(
      `The database rejects the password in ${passwordFile}. Restore that file from a copy of DATA_DIR.`,
    )
  }

/** Creates a role that is neither superuser nor exempt from row-level security, and owns its database. */
async function createApplicationRole(cluster: Cluster, place: ListenAddress) {
  const client = new pg.Client(superuser(cluster, place))
  await client.connect()
  try {
    const role = await client.query(`select from pg_roles where rolname = 'asakai'`)
    if (role.rowCount === 0) {
      const { rows } = await client.query<{ statement: string }>(
        `select format('create role asakai login nosuperuser nobypassrls createdb password %L', $1::text) as statement`,
        [cluster.password],
      )
      await client.query(rows[0]!.statement)
    }
    const database = await client.query(`select from pg_database where datname = 'asakai'`)
    if (database.rowCount === 0) await client.query('create database asakai owner asakai')
  } finally {
    await client.end()
  }
}
