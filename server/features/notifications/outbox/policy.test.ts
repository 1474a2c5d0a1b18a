import { describe, expect, test } from 'vitest'
import { notificationRetries, pauseAfter } from './policy.ts'

const away = { reason: 'unavailable', isTransient: true, retryAfter: undefined } as const
const [report, reminder] = [notificationRetries({ kind: 'report' }), notificationRetries({ kind: 'reminder' })]
const tried = (attempts: number, isIdempotent = false) => ({ attempts, isIdempotent })
const pauses = (policy: typeof report) =>
  Array.from({ length: 8 }, (_, index) => pauseAfter(policy, tried(index + 1), away))

test('sending a report is retried for about a day, and a reminder for about an hour', () => {
  expect(pauses(report)).toEqual([60, 120, 600, 3_600, 14_400, 28_800, 28_800, undefined])
  expect(pauses(reminder)).toEqual([60, 120, 600, 3_600, undefined, undefined, undefined, undefined])
})

test('a delivery that failed permanently is not retried', () => {
  expect(pauseAfter(report, tried(1), { ...away, reason: 'unauthorized', isTransient: false })).toBeUndefined()
})

test('a message that may have arrived is sent again only if the destination shows it once', () => {
  const uncertain = { reason: 'unknown_outcome', isTransient: false, retryAfter: undefined } as const
  expect(pauseAfter(report, tried(1), uncertain)).toBeUndefined()
  expect(pauseAfter(reminder, tried(1), uncertain)).toBeUndefined()
  expect(pauseAfter(report, tried(1, true), uncertain)).toBe(60)
  expect(pauseAfter(report, tried(1, true), { ...uncertain, reason: 'refused' })).toBeUndefined()
})

describe('a retry', () => {
  const asks = (retryAfter: number) => ({ ...away, retryAfter })

  test('a retry waits longer if the provider asks for it, and never less than the usual pause', () => {
    expect(pauseAfter(report, tried(1), asks(90))).toBe(90)
    expect(pauseAfter(report, tried(2), asks(90))).toBe(120)
    expect(pauseAfter(report, tried(1), asks(7_200))).toBe(7_200)
  })

  test('a reminder is not retried if the provider asks to wait more than an hour', () => {
    expect(pauseAfter(reminder, tried(1), asks(3_600))).toBe(3_600)
    expect(pauseAfter(reminder, tried(1), asks(3_601))).toBeUndefined()
  })
})
