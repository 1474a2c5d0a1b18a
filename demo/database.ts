import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { opened } from '#server/process/opened.ts'
import { seed } from './seed.ts'

/**
 * Creates a database in the system's temporary folder, filled with the team and its three months; `closeOpened` deletes
 * it.
 * @param say prints one line of progress
 * @param interruption stops the work; stopping is not reported as a failure
 */
export async function openDemoDatabase(
  say: (line: string) => void,
  interruption: AbortSignal,
): Promise<{ connection: pg.PoolConfig; database: Database }> {
  const folder = await mkdtemp(join(tmpdir(), 'asakai-demo-'))
  opened.push(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711) // if root runs this, PostgreSQL runs as another user, who must be able to enter
  const embedded = await startEmbedded(join(folder, 'data'), say, interruption)
  opened.push(
    // The data is in another folder if the account of PostgreSQL cannot enter this one.
    () => rm(dirname(embedded.folder), { recursive: true, force: true }),
    embedded.stop,
  )
  const { connection } = embedded
  await migrate(connection)
  const database = openDatabase(connection, (error) => {
    if (!interruption.aborted) console.error(error)
  })
  opened.push(() => database.destroy())
  say('Writing three months of reports …')
  await seed(database, { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, now: new Date() })
  return { connection, database }
}
