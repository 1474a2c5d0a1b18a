import { AppError } from '#server/errors.ts'
import type { Services } from '#server/services.ts'

type CountedCalls = { caller: { teamId: string; userId?: string }; calls: number; max: number; periodEnds: Date }

/**
 * Rejects the calls of a token above its limit. Logs only the first rejected call of a period.
 * @throws AppError too_many_calls
 */
export function limitCalls(
  { logEvent, metrics, now }: Pick<Services, 'logEvent' | 'metrics' | 'now'>,
  limit: 'token-calls' | 'provisioning-calls',
  { caller, calls, max, periodEnds }: CountedCalls,
): void {
  if (calls <= max) return
  metrics.refusals.inc({ limit })
  if (calls === max + 1) logEvent('limit_refused', caller, { limit })
  throw new AppError('too_many_calls', { retryAfter: Math.ceil((periodEnds.getTime() - now().getTime()) / 1_000) })
}
