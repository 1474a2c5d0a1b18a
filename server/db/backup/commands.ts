import type { Writable } from 'node:stream'
import type pg from 'pg'
import { connect } from '../driver/connect.ts'
import { startEmbedded } from '../embedded/embedded.ts'
import { type DatabaseLocation, reachDatabase } from '../driver/reach.ts'
import { writeBackup, writeBackupFile } from './file.ts'
import { type Restored, restoreBackup } from './restore.ts'

type Say = (line: string) => void

/** Writes a backup of this deployment into `file`. @throws ConfigError */
export const backUp = (file: string, { replace, ...place }: DatabaseLocation & { replace: boolean }, say: Say) =>
  withClient(place, say, (client) => writeBackupFile(client, file, { now: new Date(), replace }))

/** Writes a backup of this deployment into a stream, and ends the stream. @throws ConfigError */
export const backUpTo = (output: Writable, place: DatabaseLocation, say: Say) =>
  withClient(place, say, (client) => writeBackup(client, output, new Date()))

async function withClient<T>(place: DatabaseLocation, say: Say, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { connection, stop } = await reachDatabase(place, say)
  endInOrder(stop)
  try {
    const client = await connect(connection)
    try {
      return await work(client)
    } finally {
      // A lost connection cannot be closed cleanly.
      await client.end().catch(() => {})
    }
  } finally {
    await stop()
  }
}

/**
 * Fills this deployment's database, and creates it if there is none.
 * @throws ConfigError; AlreadyRunning if the server runs on the embedded database
 */
export async function restore(
  file: string,
  { dataDir, databaseUrl, force }: DatabaseLocation & { force: boolean },
  say: Say,
): Promise<Restored> {
  if (databaseUrl) return restoreBackup({ connectionString: databaseUrl }, file, { force, say })
  const embedded = await startEmbedded(dataDir, say)
  endInOrder(embedded.stop)
  try {
    return await restoreBackup(embedded.connection, file, { force, say })
  } finally {
    await embedded.stop()
  }
}

/** Stops the database if the command is interrupted. Uncommitted changes are lost. */
function endInOrder(stop: () => Promise<void>) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)))
}
