import type { FailureReason } from '#contract/errors.ts'
import type { deliveryKinds } from '#contract/notifications.ts'

const minute = 60 // seconds
const hour = 60 * minute

/** Seconds until the next attempt: eight attempts within about a day. */
const pauses = [minute, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour]

type Attempted = {
  kind: (typeof deliveryKinds)[number]
  /** Whether what is sent a second time is shown once. */
  isRepeatable: boolean
  /** How often it has been tried, this time included. */
  attempts: number
}

/**
 * Seconds after which a failed delivery is tried again; undefined where it is not.
 * @param failure.retryAfter seconds that the provider has asked for
 */
export function pauseAfter(
  { kind, isRepeatable, attempts }: Attempted,
  failure: { reason: FailureReason; passes: boolean; retryAfter: number | undefined },
): number | undefined {
  const isSafe = failure.passes || (failure.reason === 'uncertain' && isRepeatable)
  const next = pauses[attempts - 1]
  if (!isSafe || next === undefined) return undefined
  const pause = Math.max(next, failure.retryAfter ?? 0)
  // A reminder that comes hours late is none any more.
  return kind === 'reminder' && pause > hour ? undefined : pause
}
