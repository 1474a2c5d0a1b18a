import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another server works on this folder. */
export class AlreadyRunning extends Error {}

const busy = 5 // SQLITE_BUSY

/**
 * Makes the folder this process's own. SQLite is used for nothing but its lock on a file, which Node has no call for: the
 * system lets go of it with the process, however that ends.
 * @returns lets go of the folder
 * @throws AlreadyRunning
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  writeFileSync(path, '', { mode: 0o600, flag: 'a' })
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    file.close()
    throw (error as { errcode?: number }).errcode === busy ? new AlreadyRunning() : error
  }
  return () => {
    if (file.isOpen) file.close()
  }
}
