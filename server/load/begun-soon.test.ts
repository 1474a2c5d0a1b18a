import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import queueOf from 'p-limit'
import { begunSoon } from './begun-soon.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('work that has not begun after ten seconds is refused and never runs', async () => {
  const queue = queueOf(1)
  const first = Promise.withResolvers<string>()
  const running = begunSoon<string>(queue, () => first.promise)
  const work = vi.fn<() => Promise<string>>(async () => 'late')
  const late = expect(begunSoon<string>(queue, work)).rejects.toMatchObject({ code: 'busy', retryAfter: 3 })
  await vi.advanceTimersByTimeAsync(10_000)
  await late
  first.resolve('first')
  expect(await running).toBe('first')
  expect(await begunSoon<string>(queue, async () => 'next')).toBe('next')
  expect(work).not.toHaveBeenCalled()
})

test('work that has begun is never ended, however long it takes', async () => {
  const work = Promise.withResolvers<string>()
  const result = begunSoon<string>(queueOf(1), () => work.promise)
  await vi.advanceTimersByTimeAsync(60_000)
  work.resolve('done')
  expect(await result).toBe('done')
})
