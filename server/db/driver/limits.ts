import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { isLockedOut } from './failures.ts'

/**
 * The maximum number of connections. More would share the same processors and answer no sooner. With fewer than four, a
 * few slow statements could block all requests (decision 23).
 */
export const connectionsForRequests = Math.min(8, Math.max(4, 2 * availableParallelism()))

/**
 * Sets time limits in PostgreSQL, too, so that PostgreSQL gives up first. Otherwise PostgreSQL would continue an
 * abandoned statement, and the pool would open another connection meanwhile (decision 23). The settings are part of the
 * connection, so they cost no round trip. A DATABASE_URL with settings of its own keeps those settings.
 * @param timeoutMs how long we wait for a statement's answer
 */
export const timeLimits = (timeoutMs: number): pg.PoolConfig => ({
  query_timeout: timeoutMs,
  statement_timeout: (timeoutMs * 7) / 8,
  lock_timeout: timeoutMs / 4,
  idle_in_transaction_session_timeout: timeoutMs,
  // PostgreSQL on Windows cannot check whether its client is still connected.
  ...(process.platform === 'win32' ? {} : { options: `-c client_connection_check_interval=${timeoutMs / 4}` }),
})

const backoffMs = 5_000 // milliseconds for which a failed wait for a lock is remembered
const shortLockTimeout = '50ms'

/**
 * Shortens the lock timeout while a table is locked: otherwise requests for the table would occupy every connection,
 * and block reads of other tables. After a request of a team has timed out, the team's next requests give up almost at
 * once, until locks are available again. If requests of two teams time out, this applies to all teams: no row belongs
 * to two teams, so a whole table must be locked.
 */
export function lockBackoff() {
  const lockedOut = new Map<string, number>()
  return {
    /** Returns the shortened lock timeout, or undefined if the limit of `timeLimits` applies. */
    lockTimeout(team: string) {
      for (const [each, since] of lockedOut) if (performance.now() - since >= backoffMs) lockedOut.delete(each)
      const teams = [...lockedOut.keys()].filter((each) => each !== 'every') // a sign-in may wait for a row of a team
      return lockedOut.has(team) || teams.length > 1 ? shortLockTimeout : undefined
    },
    recordFailure(team: string, error: unknown) {
      if (isLockedOut(error)) lockedOut.set(team, performance.now())
    },
  }
}
export type LockBackoff = ReturnType<typeof lockBackoff>
