/** The driver's message, without a code, after `query_timeout`. */
const unanswered = 'Query read timeout'

const isUnanswered = (error: unknown): error is Error => error instanceof Error && error.message === unanswered

/** More messages of the driver without a code. */
const withoutCode =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u

/** The messages of a cluster's coordinator that lost a node during a statement. They have no code of their own. */
const lostNode =
  /^(?:could not commit transaction|failure on connection marked as essential|connection not open|server closed)/u

/**
 * The codes of temporary failures: PostgreSQL is starting, is shutting down or has crashed, the connection was idle for
 * too long, there are too many connections, or the network failed.
 */
const passing = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/**
 * Returns true if a transaction pooler has lost the prepared statement, or has a statement of another client under this
 * name.
 */
export const isLostStatement = (error: unknown): boolean =>
  error instanceof Error && ['26000', '42P05'].includes((error as NodeJS.ErrnoException).code!)

/**
 * Matches the message that our statement has too many parameters. Its code, 08P01, is also sent by poolers that have
 * lost the database.
 */
const tooManyParameters = /^bind message /u

/** PostgreSQL gave up within our time limits (a statement, a lock, an idle transaction), or has too little memory. */
const overloaded = new Set(['57014', '55P03', '25P03', '53200'])

/**
 * Returns the code from PostgreSQL, the system or the driver. The exit code of a failed program is a number and is
 * ignored.
 */
export function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/**
 * Returns whether the disk is full: by the code of PostgreSQL or of the system, by the system's message, which
 * PostgreSQL may pass on, or by the error of SQLite, which locks DATA_DIR.
 */
const full = (code: string | undefined, message: string) =>
  code === '53100' ||
  code === 'ENOSPC' ||
  message.includes('No space left on device') ||
  (code === 'ERR_SQLITE_ERROR' && message === 'database or disk is full')

/**
 * Returns why a statement failed if the database is the cause, not the statement: it was unreachable, the connection
 * was lost, a time limit passed, or the disk is full. A retry may succeed.
 */
export function databaseFailure(error: unknown): 'database_unavailable' | 'busy' | 'storage_full' | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const code = codeOf(error)
  if (full(code, message)) return 'storage_full'
  if (code !== undefined) {
    if (overloaded.has(code)) return 'busy'
    if (code === 'XX000') return lostNode.test(message) ? 'database_unavailable' : undefined
    if (tooManyParameters.test(message)) return undefined
    return passing.has(code) || code.startsWith('08') || isLostStatement(error) ? 'database_unavailable' : undefined
  }
  return isUnanswered(error) || withoutCode.test(message) ? 'database_unavailable' : undefined
}

/** Returns whether waiting for a lock has timed out. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === '55P03' || isLockedOut(error.cause))
