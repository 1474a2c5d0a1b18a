import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '#server/config/environment.ts'
import { operatorCommand } from '#server/config/operator-command.ts'
import { databaseAccount } from './account.ts'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'
import { AlreadyRunning } from './folder-lock.ts'
import { pathExists } from './path-exists.ts'
import { dataFolder } from './locations.ts'
import { answers, runningPostmaster, superuser } from './postmaster.ts'

const startTimeoutMs = 10_000 // milliseconds for a server that is starting at this moment
const step = 100 // milliseconds between two checks

/**
 * Returns the folder of the database in `dataDir`. Creates nothing.
 * @throws ConfigError if there is no database
 */
export async function requireEmbedded(dataDir: string): Promise<string> {
  const none = new ConfigError(
    `There is no database in DATA_DIR ${dataDir}. Check DATA_DIR; ${operatorCommand('start')} creates a database.`,
  )
  if (!pathExists(dataDir)) throw none
  const folder = await dataFolder(await realpath(dataDir), await databaseAccount())
  if (!pathExists(join(folder, 'PG_VERSION'))) throw none
  return folder
}

/**
 * Opens the database in `dataDir` for a command: uses the PostgreSQL of the running server, or else starts PostgreSQL
 * until `stop`. Never creates a database.
 * @throws ConfigError if there is no database, or if a starting server does not become ready
 */
export async function reachEmbedded(dataDir: string, say: (line: string) => void): Promise<EmbeddedDatabase> {
  const folder = await requireEmbedded(dataDir)
  try {
    return await startEmbedded(dataDir, say)
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error
  }
  const password = (await readFile(join(dirname(folder), 'database-password'), 'utf8')).trim()
  for (let waited = 0; waited < startTimeoutMs; waited += step) {
    const running = await runningPostmaster(folder)
    if (running) {
      const connection = { ...superuser({ password }, running.place, 'asakai'), user: 'asakai' }
      if (await answers(connection)) return { connection, folder, stop: async () => {} }
    }
    await wait(step)
  }
  throw new ConfigError(`The database in DATA_DIR ${dataDir} is starting or stopping. Try again in a moment.`)
}
