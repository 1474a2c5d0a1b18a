import { sql } from 'kysely'
import pg from 'pg'
import { ConfigError } from '#server/environment.ts'
import type { Database } from './database.ts'
import { isLockedOut } from './failures.ts'

/**
 * The same patience in PostgreSQL, which gives up first: else what nobody waits for any more goes on there, and the pool
 * opens another connection beside it (docs/decisions/0023). They come with the connection, so they cost no round trip; an
 * address that names its own keeps those.
 * @param patience milliseconds that we wait for a statement's answer
 */
export const timeLimits = (patience: number): pg.PoolConfig => ({
  query_timeout: patience,
  statement_timeout: (patience * 7) / 8,
  lock_timeout: patience / 4,
  idle_in_transaction_session_timeout: patience,
  // PostgreSQL on Windows cannot look whether its client is still there.
  ...(process.platform === 'win32' ? {} : { options: `-c client_connection_check_interval=${patience / 4}` }),
})

const byRole = 'set them on the role: docs/operators.md, "A pooler in between", tells how.'

/**
 * A pooler may refuse time limits that come with a connection, or take them and let them go.
 * @param say one line for what an operator should know
 * @throws ConfigError
 */
export async function requireLimits(database: Database, say: (line: string) => void): Promise<void> {
  try {
    const { rows } = await sql<{ most: string }>`select current_setting('statement_timeout') as most`.execute(database)
    if (rows[0]?.most === '0') say(`Time limits do not reach the database of DATABASE_URL; ${byRole}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code, message } = error
    if (code === '08P01')
      throw new ConfigError(`The pooler of DATABASE_URL refuses time limits (${message}); ${byRole}`)
    if (!message.includes('client_connection_check_interval')) throw error
    throw new ConfigError(
      'The database of DATABASE_URL cannot watch its connections, as on Windows: add ?options=-cclient_connection_check_interval=0 to it.',
    )
  }
}

const suspicion = 5_000 // milliseconds for which a lock that was waited for in vain is remembered
const meanwhile = '50ms'

/**
 * While a table is locked, whoever wants it would hold every connection of the pool in turn, and nobody could read another.
 * So after one has waited in vain, the next ones hardly wait, until locks are to be had again.
 */
export function lockPatience() {
  let lockedOut = -Infinity
  return {
    /** Undefined: as long as `timeLimits` says. */
    most: () => (performance.now() - lockedOut < suspicion ? meanwhile : undefined),
    learn(error: unknown) {
      if (isLockedOut(error)) lockedOut = performance.now()
    },
  }
}
export type LockPatience = ReturnType<typeof lockPatience>
