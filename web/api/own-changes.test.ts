import { expect, it, vi } from 'vitest'
import { ownWrite, ownWrites } from './own-changes.ts'

it("knows the time of the last write's response again after an unanswered write can no longer happen", async () => {
  vi.useFakeTimers()
  await ownWrite(() => Promise.resolve())
  const first = ownWrites().answeredAt!
  expect(first).toBeGreaterThanOrEqual(0)
  await expect(ownWrite(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow()
  expect(ownWrites()).toEqual({ isWriting: false, answeredAt: undefined })
  vi.advanceTimersByTime(30_000)
  await ownWrite(() => Promise.resolve())
  expect(ownWrites().answeredAt).toBeUndefined()
  vi.advanceTimersByTime(31_000)
  expect(ownWrites().answeredAt).toBeGreaterThan(first)
  vi.useRealTimers()
})
