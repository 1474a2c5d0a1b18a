import { onTestFinished, vi } from 'vitest'

/** How much faster time limits pass after `hurry`; a stand-in's delay is divided by it. */
export const faster = 10

/**
 * Until the test is over, time limits pass ten times as fast: waiting for them is most of what such a test takes.
 * @param only the limit of so many milliseconds alone
 * @returns the limits that are set meanwhile, in milliseconds as the product has them
 */
export function hurry(only?: number): number[] {
  const limits: number[] = []
  const usual = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit)
    return usual(only === undefined || limit === only ? limit / faster : limit)
  })
  onTestFinished(() => timeout.mockRestore())
  return limits
}
