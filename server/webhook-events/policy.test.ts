import { expect, test } from 'vitest'
import { webhookRetries } from '#server/features/notifications/outbox/policy.ts'
import { failingLongest } from './policy.ts'

const day = 86_400 // seconds
const { pauses, longestWait } = webhookRetries({ event: 'report.submitted' })
const untilAttempt = (attempt: number) => pauses.slice(0, attempt - 1).reduce((sum, pause) => sum + pause, 0)

test('a message is tried twelve times, ever more seldom, and once a day in the end', () => {
  expect(pauses).toEqual([30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, day, day, day])
})

test('a test is tried once', () => {
  expect(webhookRetries({ event: 'webhook.test' }).pauses).toEqual([])
})

test('a receiver is left alone for a day at the most', () => {
  expect(longestWait).toBe(day)
})

test('one message that never arrives stops its webhook with its last attempt, after five days', () => {
  expect(failingLongest).toBe(5 * day)
  expect(untilAttempt(11)).toBeLessThan(failingLongest)
  expect(untilAttempt(12)).toBeGreaterThanOrEqual(failingLongest)
})
