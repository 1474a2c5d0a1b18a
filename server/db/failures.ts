/** What the driver says, without a code, where `query_timeout` has passed. */
const unanswered = 'Query read timeout'

const isUnanswered = (error: unknown): error is Error => error instanceof Error && error.message === unanswered

/** More that the driver says without a code. */
const withoutCode =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/u

/** What a cluster's coordinator says, without a code of its own, where it has lost a node in the middle of something. */
const lostNode =
  /^(?:could not commit transaction|failure on connection marked as essential|connection not open|server closed)/u

/** PostgreSQL's own words for "not now" (shutting down, crashed, starting, idle for too long, too many connections), and the network's. */
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

/** A pooler of transactions has lost the statement that a name stood for, or keeps somebody else's by it. */
export const isLostStatement = (error: unknown): boolean =>
  error instanceof Error && ['26000', '42P05'].includes((error as NodeJS.ErrnoException).code!)

/** Our statement has too many parameters. Its code, 08P01, is also sent by poolers that have lost the database. */
const tooManyParameters = /^bind message /u

/** PostgreSQL has given up within our time limits (a statement, a lock, a transaction that did nothing), or lacks memory. */
const overloaded = new Set(['57014', '55P03', '25P03', '53200'])

/** PostgreSQL's, the system's or the driver's; that of a program that has failed is a number, and says nothing here. */
export function codeOf(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : undefined
}

/** PostgreSQL's word for a full disk, the system's, where PostgreSQL only passes that on, and that of SQLite, which locks DATA_DIR. */
const full = (code: string | undefined, message: string) =>
  code === '53100' ||
  code === 'ENOSPC' ||
  message.includes('No space left on device') ||
  (code === 'ERR_SQLITE_ERROR' && message === 'database or disk is full')

/**
 * Why a statement failed, where it is the database's condition and not the statement's: it could not be reached or was lost
 * on the way, it could not do it in time, it has no room left. Waiting may help.
 */
export function databaseFailure(error: unknown): 'database_away' | 'busy' | 'storage_full' | undefined {
  if (!(error instanceof Error)) return undefined
  const { message } = error
  const code = codeOf(error)
  if (full(code, message)) return 'storage_full'
  if (code !== undefined) {
    if (overloaded.has(code)) return 'busy'
    if (code === 'XX000') return lostNode.test(message) ? 'database_away' : undefined
    if (tooManyParameters.test(message)) return undefined
    return passing.has(code) || code.startsWith('08') || isLostStatement(error) ? 'database_away' : undefined
  }
  return isUnanswered(error) || withoutCode.test(message) ? 'database_away' : undefined
}

/** Whether a lock was waited for in vain. */
export const isLockedOut = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code === '55P03' || isLockedOut(error.cause))
