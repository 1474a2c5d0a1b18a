import { createHash } from 'node:crypto'
import { chown, mkdir, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { type Account, canTraverse, databaseAccount } from './account.ts'
import { postgresBinaries } from './binaries.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { supervise } from './supervision.ts'
import { type Place, runningPostmaster, stopPostmaster, superuser } from './postmaster.ts'

/** Where the data goes, and PostgreSQL's copy, where root's folders are closed to the account it runs as. */
const sharedPlace = '/var/lib/asakai'
const socketPathLongest = 100 // bytes; the system's limit of 107 less the socket's own name is checked by PostgreSQL

export type EmbeddedDatabase = {
  /** Connects as the application's role, which row-level security binds. */
  connection: pg.PoolConfig
  /** Where PostgreSQL keeps the data; not always below `dataDir`, where the server runs as root. */
  folder: string
  stop: () => Promise<void>
}

/**
 * The bundled PostgreSQL on `dataDir`: made at the first start, recovered after a crash, started again whenever it ends.
 * @param say one line of progress, for the long steps
 * @param interruption gives up a start that is under way, and leaves no process
 * @throws AlreadyRunning
 */
export async function startEmbedded(
  dataDir: string,
  say: (line: string) => void,
  interruption = new AbortController().signal,
): Promise<EmbeddedDatabase> {
  const account = await databaseAccount()
  // PostgreSQL's own account has to get through; what is secret in here is closed by itself.
  await mkdir(dataDir, { recursive: true, mode: account ? 0o711 : 0o700 })
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
  const binaries = await postgresBinaries(account, sharedPlace)
  if (!(await exists(join(folder, 'PG_VERSION')))) {
    const apart = folder.startsWith(home) ? '' : ` in ${folder}, as its account cannot get into ${home}`
    say(`Preparing the database (once)${apart} …`)
  }
  const cluster = await createCluster(
    { binaries, folder, account },
    join(dirname(folder), 'database-password'),
    interruption,
  )

  const left = await runningPostmaster(folder)
  if (left) {
    say('Stopping the database that an interrupted run has left …')
    await stopPostmaster(left.pid, folder)
  }
  const place = await listeningPlace(folder, account)
  const supervision = await supervise(cluster, place, { say, interruption })
  try {
    await createApplicationRole(cluster, place)
  } catch (error) {
    await supervision.stop()
    throw error
  }
  return { connection: { ...superuser(cluster, place, 'asakai'), user: 'asakai' }, folder, stop: supervision.stop }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** `postgres` below the data folder; a reachable place where PostgreSQL's own account could not get there. */
async function dataFolder(home: string, account: Account | undefined): Promise<string> {
  const below = join(home, 'postgres')
  if (!account || (await exists(below)) || (await canTraverse(home))) return below
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const apart = join(sharedPlace, name)
  await mkdir(apart, { recursive: true, mode: 0o711 })
  return join(apart, 'postgres')
}

async function listeningPlace(folder: string, account: Account | undefined): Promise<Place> {
  if (process.platform === 'win32') return { port: await freePort() }
  const beside = `${folder}-socket`
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const socketFolder = Buffer.byteLength(beside) < socketPathLongest - 20 ? beside : join(tmpdir(), `asakai-${name}`)
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  if (account) await chown(socketFolder, account.uid, account.gid)
  return { socketFolder }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

/** A role that is neither superuser nor exempt from row-level security, owning its database. */
async function createApplicationRole(cluster: Cluster, place: Place) {
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
