import { expect, it, vi } from 'vitest'
import { ownWrite, ownWrites } from './own-changes.ts'

it('ownWrites reports the last response time again one minute after a write without a response', async () => {
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
