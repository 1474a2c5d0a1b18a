import type { FailureReason } from '#contract/errors.ts'

const minute = 60 // seconds
const hour = 60 * minute

/** Seconds until the next attempt: eight attempts within about a day. */
const pauses = [minute, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour]

type Attempted = {
  kind: 'report' | 'reminder'
  destination: 'slack' | 'google-chat' | 'mail'
  /** How often it has been tried, this time included. */
  attempts: number
}

/**
 * Seconds after which a failed delivery is tried again; undefined where it is not.
 * @param failure.retryAfter seconds that the provider has asked for
 */
export function pauseAfter(
  { destination, attempts }: Attempted,
  failure: { reason: FailureReason; passes: boolean; retryAfter: number | undefined },
): number | undefined {
  const isSafe = failure.passes || (failure.reason === 'uncertain' && !mayAppearTwice(destination))
  const pause = pauses[attempts - 1]
  return isSafe && pause !== undefined ? Math.max(pause, failure.retryAfter ?? 0) : undefined
}

/** A space shows the same request once, however often it comes; nobody else promises that. */
export const mayAppearTwice = (destination: Attempted['destination']): boolean => destination !== 'google-chat'
