import { onTestFinished, vi } from 'vitest'

/** The factor of `shortenTimeouts`. Stand-ins divide their delay by it. */
export const faster = 10

/**
 * Shortens time limits to a tenth until the test ends, because waiting for them takes most of its time.
 * @param only shortens only the limit with this many milliseconds
 * @returns the original limits set during the test, in milliseconds
 */
export function shortenTimeouts(only?: number): number[] {
  const limits: number[] = []
  const usual = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit)
    return usual(only === undefined || limit === only ? limit / faster : limit)
  })
  onTestFinished(() => timeout.mockRestore())
  return limits
}

/**
 * Lifts a time limit until the test ends, because a busy machine would reach it.
 * @param only the milliseconds of the limit
 */
export function liftTimeout(only: number): void {
  const usual = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((limit) => (limit === only ? new AbortController().signal : usual(limit)))
  onTestFinished(() => timeout.mockRestore())
}
