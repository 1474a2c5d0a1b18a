import type pg from 'pg'
import { reachEmbedded } from './embedded/reach.ts'

/** What of the configuration says where the database is (`readDatabasePlace`). */
export type DatabasePlace = { dataDir: string; databaseUrl: string | undefined }

/**
 * This deployment's database for a command of the operator's: an outside one, the running server's embedded one, or the
 * embedded one started until `stop`. It is as it is: whoever needs the newest schema migrates.
 * @param say one line of progress, for the long steps
 * @throws ConfigError where DATA_DIR holds no database
 */
export async function reachDatabase(
  { dataDir, databaseUrl }: DatabasePlace,
  say: (line: string) => void,
): Promise<{ connection: pg.PoolConfig; stop: () => Promise<void> }> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => {} }
  return reachEmbedded(dataDir, say)
}
