import type pg from 'pg'
import { reachEmbedded } from '../embedded/reach.ts'

/** The part of the configuration that locates the database (`readDatabaseLocation`). */
export type DatabaseLocation = { dataDir: string; databaseUrl: string | undefined }

/**
 * Connects an operator's command to this deployment's database: an external one, the embedded one of a running server,
 * or an embedded one that runs until `stop`. Does not migrate the schema: a command that needs the newest schema must
 * migrate it.
 * @param say reports one line of progress during long steps
 * @throws ConfigError if DATA_DIR contains no database
 */
export async function reachDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  say: (line: string) => void,
): Promise<{ connection: pg.PoolConfig; stop: () => Promise<void> }> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, stop: async () => {} }
  return reachEmbedded(dataDir, say)
}
