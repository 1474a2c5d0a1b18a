import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canTraverse } from './account.ts'
import type { Place } from './postmaster.ts'

/** Where the data goes, and PostgreSQL's copy, where root's folders are closed to the account it runs as. */
export const sharedPlace = '/var/lib/asakai'
const socketPathLongest = 100 // bytes; the system's limit of 107 less the socket's own name is checked by PostgreSQL

/** `postgres` below the data folder; a reachable place where PostgreSQL's own account could not get there. */
export async function dataFolder(home: string, account: Account | undefined): Promise<string> {
  const below = join(home, 'postgres')
  if (!account || existsSync(below) || (await canTraverse(home))) return below
  const name = createHash('sha256').update(home).digest('hex').slice(0, 12)
  return join(sharedPlace, name, 'postgres')
}

/** Where a PostgreSQL on `folder`, on which none runs, is to listen. */
export async function listeningPlace(folder: string, account: Account | undefined): Promise<Place> {
  if (process.platform === 'win32') return { port: await freePort() }
  const beside = `${folder}-socket`
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const socketFolder = Buffer.byteLength(beside) < socketPathLongest - 20 ? beside : join(tmpdir(), `asakai-${name}`)
  // Afresh: a copied folder brings the lock of the original's socket, which keeps PostgreSQL out while the original runs.
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
