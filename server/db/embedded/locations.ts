import { createHash } from 'node:crypto'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigError } from '#server/config/environment.ts'
import { type Account, canTraverse } from './account.ts'
import { pathExists, readText } from './path-exists.ts'
import type { ListenAddress } from './postmaster.ts'

/**
 * The folder for the data, and for a copy of PostgreSQL's programs, if the server runs as root and PostgreSQL's account
 * may not enter the usual folders.
 */
export const sharedFolder = '/var/lib/asakai'
const socketPathLongest = 100 // bytes; the system allows 107, and PostgreSQL checks the exact limit

/** A file in the data folder that names the folder of the database, if that is elsewhere. */
const pointerIn = (home: string) => join(home, 'database-folder')

/**
 * Returns `postgres` below the data folder, or a reachable folder if PostgreSQL's own account cannot enter the data
 * folder. Later starts use the same folder, even if the data folder gets other permissions or another name: in another
 * folder they would begin with an empty database.
 * @throws ConfigError if the database is missing from its folder
 */
export async function dataFolder(home: string, account: Account | undefined): Promise<string> {
  const pointer = pointerIn(home)
  if (pathExists(pointer)) {
    const folder = readText(pointer).trim()
    if (pathExists(join(folder, 'PG_VERSION'))) return folder
    throw new ConfigError(
      `The database of ${home} was in ${folder}, but is missing there. Put it back, or remove ${pointer} to start with an empty database.`,
    )
  }
  const below = join(home, 'postgres')
  if (!account || pathExists(below)) return below
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  const apart = join(sharedFolder, name, 'postgres')
  const isMadeBefore = pathExists(join(apart, 'PG_VERSION')) // created by a version that wrote no pointer
  return !isMadeBefore && (await canTraverse(home)) ? below : apart
}

/** Remembers where the database is, if that is not below the data folder. */
export async function saveDataFolder(home: string, folder: string): Promise<void> {
  if (dirname(folder) !== home) await writeFile(pointerIn(home), `${folder}\n`, { mode: 0o600 })
}

/** Chooses where a PostgreSQL that is not running on `folder` yet will listen. */
export async function listenAddressOf(folder: string, account: Account | undefined): Promise<ListenAddress> {
  if (process.platform === 'win32') return { port: await freePort() }
  const beside = `${folder}-socket`
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const socketFolder = Buffer.byteLength(beside) < socketPathLongest - 20 ? beside : join(tmpdir(), `asakai-${name}`)
  // Deletes the folder first: a copied folder contains the lock of the original's socket, with which PostgreSQL would
  // not start while the original runs.
  await rm(socketFolder, { recursive: true, force: true })
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
