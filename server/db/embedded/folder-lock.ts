import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Another server works on this folder. */
export class AlreadyRunning extends Error {}

const busy = 5 // SQLITE_BUSY

/**
 * Locks the folder for this process. We use SQLite only for its file lock, because Node has no call for one. The system
 * releases the lock when the process ends, even after a crash.
 * @returns a function that releases the lock
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
