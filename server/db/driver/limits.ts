import { availableParallelism } from 'node:os'
import type pg from 'pg'
import { isLockedOut } from './failures.ts'

/**
 * At most. More that work at once on the same processors take turns and answer no sooner; less than four would let a
 * few slow statements stop everybody (decision 23).
 */
export const connectionsForRequests = Math.min(8, Math.max(4, 2 * availableParallelism()))

/**
 * Sets the same time limit in PostgreSQL, which gives up first. Otherwise an abandoned statement would go on there, and
 * the pool would open another connection beside it (decision 23). The settings are part of the connection, so they cost
 * no round trip. An address with its own settings keeps those.
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

const suspicion = 5_000 // milliseconds for which a lock that was waited for in vain is remembered
const meanwhile = '50ms'

/**
 * While a table is locked, requests for it would occupy every connection of the pool, and block reads of other tables.
 * After one request has waited in vain, the next ones give up almost at once, until locks are available again.
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
