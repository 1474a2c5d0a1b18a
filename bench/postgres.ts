import { type Database, openDatabase } from '#server/db/database.ts'
import { startNewDatabase } from '#server/testing/embedded-database.ts'

/**
 * Runs a measurement in a new, empty database. @param work is called with a function `open` that connects with this
 * many connections
 */
export async function inNewDatabase(work: (open: (connections: number) => Database) => Promise<void>): Promise<void> {
  const { connection, stop } = await startNewDatabase('asakai-bench-')
  const opened: Database[] = []
  try {
    await work((connections) => {
      const database = openDatabase({ ...connection, max: connections }, () => {})
      opened.push(database)
      return database
    })
  } finally {
    for (const database of opened) await database.destroy()
    await stop()
  }
}
