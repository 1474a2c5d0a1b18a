import type { FailureReason } from '#contract/errors.ts'
import type { deliveryKinds } from '#contract/notifications.ts'

const minute = 60 // seconds
const hour = 60 * minute

/** `pauses`: seconds from one attempt to the next. `longest`: a message that had to wait for longer is given up. */
export type RetryPolicy = { pauses: readonly number[]; longest?: number }

/** Eight attempts within about a day. */
const notifications: RetryPolicy = { pauses: [minute, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour] }

/** A reminder that comes hours late is useless. */
export const notificationRetries = ({ kind }: { kind: (typeof deliveryKinds)[number] }): RetryPolicy =>
  kind === 'reminder' ? { ...notifications, longest: hour } : notifications

/**
 * Returns the seconds after which a failed message is sent again, or undefined if it is given up.
 * @param attempted.attempts the number of attempts, this one included
 * @param failure.retryAfter seconds that the provider has asked for
 */
export function pauseAfter(
  { pauses, longest = Infinity }: RetryPolicy,
  { attempts, isIdempotent }: { attempts: number; isIdempotent: boolean },
  failure: { reason: FailureReason; passes: boolean; retryAfter: number | undefined },
): number | undefined {
  const isSafe = failure.passes || (failure.reason === 'uncertain' && isIdempotent)
  const next = pauses[attempts - 1]
  if (!isSafe || next === undefined) return undefined
  const pause = Math.max(next, failure.retryAfter ?? 0)
  return pause > longest ? undefined : pause
}
