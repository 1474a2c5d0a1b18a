import { onTestFinished, vi } from 'vitest'

/** The factor by which `shortenTimeouts` shortens time limits. Stand-ins divide their delays by it. */
export const faster = 10

/**
 * Shortens time limits to a tenth until the test ends, because the test would spend most of its time waiting for them.
 * @param only shortens only the limit with this many milliseconds
 * @returns the time limits that are set during the test, in milliseconds before they are shortened
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
 * Removes a time limit until the test ends, because a busy machine would exceed it.
 * @param only the milliseconds of the limit
 */
export function liftTimeout(only: number): void {
  const usual = AbortSignal.timeout.bind(AbortSignal)
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((limit) => (limit === only ? new AbortController().signal : usual(limit)))
  onTestFinished(() => timeout.mockRestore())
}
