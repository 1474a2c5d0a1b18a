import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/schema/migrate.ts'

/**
 * Starts a PostgreSQL with a new, migrated database in a temporary folder, which is deleted after it stops.
 * @param name the prefix of the folder's name
 */
export async function startNewDatabase(name: string) {
  const folder = await mkdtemp(join(tmpdir(), name))
  await chmod(folder, 0o711) // if tests run as root, PostgreSQL runs as another account and needs access
  const { connection, stop: stopPostgres } = await startEmbedded(folder, () => {})
  const stop = async () => {
    await stopPostgres()
    await rm(folder, { recursive: true, force: true })
  }
  await migrate(connection).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { connection, folder, stop }
}

/** Runs `work` on the product's database while the product is stopped. */
export async function inDatabaseOf<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { connection, stop } = await startEmbedded(dataDir, () => {})
  await migrate(connection)
  const database = openDatabase(connection, () => {})
  try {
    return await work(database)
  } finally {
    await database.destroy()
    await stop()
  }
}
