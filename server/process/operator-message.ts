import { AlreadyRunning } from '#server/db/embedded/folder-lock.ts'
import { codeOf, databaseFailure } from '#server/db/driver/failures.ts'
import { ConfigError } from '#server/config/environment.ts'

/** Returns one line with instructions if an operator can fix the error; otherwise the error with its stack. */
export function operatorMessage(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message
  if (error instanceof AlreadyRunning)
    return 'Asakai is already running on this DATA_DIR. Stop it first, or set another DATA_DIR.'
  if (databaseFailure(error) === 'storage_full' || databaseFailure((error as Error).cause) === 'storage_full')
    return 'The disk of DATA_DIR or of the database is full. Free some space, then start Asakai again.'
  const { message, path, syscall } = error as NodeJS.ErrnoException
  const code = codeOf(error as Error)
  if (path && syscall && !syscall.startsWith('spawn')) return `DATA_DIR cannot be used: ${message}`
  if (
    code === 'ECONNREFUSED' ||
    (code === 'ENOENT' && syscall === 'connect') ||
    code === 'ENOTFOUND' ||
    code?.startsWith('28') ||
    code === '3D000'
  )
    return `The database of DATABASE_URL cannot be reached: ${message}`
  return error
}
