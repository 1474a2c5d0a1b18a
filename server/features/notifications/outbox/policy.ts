import type { FailureReason } from '#contract/errors.ts'

const minute = 60 // seconds
const hour = 60 * minute

/**
 * Says when a failed message is sent again. All times are in seconds.
 * - `pauses`: from one attempt to the next.
 * - `givesUpAfter`: the longest pause. A message that would have to wait longer is given up.
 * - `longestWait`: the longest pause that a destination can ask for.
 * - `retriesAll`: also retries failures that only a change of settings can end.
 */
export type RetryPolicy = {
  pauses: readonly number[]
  givesUpAfter?: number
  longestWait?: number
  retriesAll?: boolean
}

/** Eight attempts within about a day. */
const notifications: RetryPolicy = { pauses: [minute, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour] }

/** A reminder is not sent hours late, because it would be useless then. */
export const notificationRetries = ({ kind }: { kind: string }): RetryPolicy =>
  kind === 'reminder' ? { ...notifications, givesUpAfter: hour } : notifications

/** Twelve attempts. The last one is after more than five days: if a message never arrives, its webhook is then stopped. */
const events: RetryPolicy = {
  pauses: [
    minute / 2,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
    24 * hour,
    24 * hour,
  ],
  longestWait: 24 * hour,
  retriesAll: true,
}

/** A test gets one attempt, because an administrator waits for its result. */
export const webhookRetries = ({ event }: { event: string | null }): RetryPolicy =>
  event === 'webhook.test' ? { pauses: [] } : events

/**
 * Returns the seconds after which a failed message is sent again, or undefined if it is given up.
 * @param attempted.attempts the number of attempts, this one included
 * @param failure.retryAfter seconds that the provider has asked for
 */
export function pauseAfter(
  { pauses, givesUpAfter = Infinity, longestWait = Infinity, retriesAll = false }: RetryPolicy,
  { attempts, isIdempotent }: { attempts: number; isIdempotent: boolean },
  failure: { reason: FailureReason; isTransient: boolean; retryAfter: number | undefined },
): number | undefined {
  const isSafe = retriesAll || failure.isTransient || (failure.reason === 'unknown_outcome' && isIdempotent)
  const next = pauses[attempts - 1]
  if (!isSafe || next === undefined) return undefined
  const pause = Math.max(next, Math.min(failure.retryAfter ?? 0, longestWait))
  return pause > givesUpAfter ? undefined : pause
}
