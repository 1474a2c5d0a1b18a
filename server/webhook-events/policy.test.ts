import { expect, test } from 'vitest'
import { webhookRetries } from '#server/features/notifications/outbox/policy.ts'
import { failingLongest } from './policy.ts'

const day = 86_400 // seconds
const { pauses, longestWait } = webhookRetries({ event: 'report.submitted' })
const untilAttempt = (attempt: number) => pauses.slice(0, attempt - 1).reduce((sum, pause) => sum + pause, 0)

test('a webhook message is tried up to twelve times, with growing pauses of at most a day', () => {
  expect(pauses).toEqual([30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, day, day, day])
})

test('a webhook’s test message is tried once', () => {
  expect(webhookRetries({ event: 'webhook.test' }).pauses).toEqual([])
})

test('a failing webhook receiver is tried at least once a day', () => {
  expect(longestWait).toBe(day)
})

test('a webhook stops after five days, at the last attempt to send a message that never arrives', () => {
  expect(failingLongest).toBe(5 * day)
  expect(untilAttempt(11)).toBeLessThan(failingLongest)
  expect(untilAttempt(12)).toBeGreaterThanOrEqual(failingLongest)
})
