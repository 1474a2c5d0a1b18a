import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'
import { type Database, openSeparatePool } from '../database.ts'
import type { Manifest } from './format.ts'
import { backupParts } from './write.ts'

export type Written = { manifest: Manifest; bytes: number }

/**
 * Writes a backup into a stream.
 * @throws for the same reasons as `backupParts`; then the stream contains no complete backup
 */
export async function writeBackup(client: pg.ClientBase, output: Writable, now: Date): Promise<Written> {
  let manifest: Manifest | undefined
  let bytes = 0
  const parts = async function* () {
    manifest = yield* backupParts(client, now)
  }
  const counted = async function* (compressed: AsyncIterable<Buffer>) {
    for await (const chunk of compressed) {
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(parts()), createGzip(), counted, output)
  return { manifest: manifest!, bytes }
}

/**
 * Writes a backup file. The file appears complete and flushed to disk, or not at all. Only its owner can read it.
 * @param replace whether an existing file is replaced
 * @throws ConfigError if the file exists already or cannot be written, and for the reasons of `backupParts`
 */
export async function writeBackupFile(
  client: pg.ClientBase,
  file: string,
  { now, replace }: { now: Date; replace: boolean },
): Promise<Written> {
  if (!replace && existsSync(file)) throw new ConfigError(`${file} exists already; --force replaces it.`)
  const part = `${file}.part`
  await rm(part, { force: true }) // left by a killed backup
  try {
    const written = await writeBackup(client, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), now)
    if (!replace && existsSync(file)) throw new ConfigError(`${file} has appeared meanwhile; it stays as it is.`)
    await rename(part, file)
    await syncFolder(file)
    return written
  } catch (error) {
    await rm(part, { force: true })
    const { path, message } = error as NodeJS.ErrnoException
    throw path === part ? new ConfigError(`${file} cannot be written: ${message}`) : error
  }
}

/** Does the same as `writeBackupFile`, but on its own connection, so that requests can use the whole pool. */
export async function backUpOnOwnConnection(database: Database, file: string, now: Date): Promise<void> {
  const pool = openSeparatePool(database, 1, () => {})
  try {
    const client = await pool.connect()
    try {
      await writeBackupFile(client, file, { now, replace: false })
    } finally {
      client.release(true)
    }
  } finally {
    await pool.end()
  }
}

/**
 * A new file survives a power cut only once its folder is flushed to disk. Windows cannot open folders, and does not
 * need this.
 */
async function syncFolder(file: string) {
  if (process.platform === 'win32') return
  const folder = await open(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
