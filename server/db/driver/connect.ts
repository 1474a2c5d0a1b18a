import pg from 'pg'
import { ConfigError } from '#server/config/environment.ts'

const connectTimeoutMs = 10_000

/**
 * Opens one connection, for a command or for the start of the server. If the connection is lost between two statements,
 * the next statement fails.
 * @throws ConfigError if the operator's address cannot be reached
 */
export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionTimeoutMillis: connectTimeoutMs, ...connection })
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    if (!connection.connectionString) throw error
    const { message, code } = error as NodeJS.ErrnoException
    throw new ConfigError(`The database of DATABASE_URL cannot be reached: ${message || code}`, { cause: error })
  }
}
