import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { isLockedOut } from './failures.ts'

/**
 * The maximum number of connections. More would share the same processors and answer no sooner. With fewer than four, a
 * few slow statements could block all requests (decision 23).
 */
export const connectionsForRequests = Math.min(8, Math.max(4, 2 * availableParallelism()))

/**
 * Sets the same time limit in PostgreSQL, which gives up first. Otherwise an abandoned statement would go on there, and
 * the pool would open another connection beside it (decision 23). The settings are part of the connection, so they cost
 * no round trip. An address with its own settings keeps those.
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

const backoffMs = 5_000 // for which we remember that a lock could not be obtained
const shortLockTimeout = '50ms'

/**
 * While a table is locked, requests for it would occupy every connection of the pool, and block reads of other tables.
 * After one request has timed out, the next ones give up almost at once, until locks are available again.
 */
export function lockBackoff() {
  let lockedOut = -Infinity
  return {
    /** Undefined: as long as `timeLimits` says. */
    lockTimeout: () => (performance.now() - lockedOut < backoffMs ? shortLockTimeout : undefined),
    recordFailure(error: unknown) {
      if (isLockedOut(error)) lockedOut = performance.now()
    },
  }
}
export type LockBackoff = ReturnType<typeof lockBackoff>
