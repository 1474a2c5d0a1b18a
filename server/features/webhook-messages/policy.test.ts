import { expect, test } from 'vitest'
import { failingLongest, pauseLongest, pauses } from './policy.ts'

const day = 86_400 // seconds
const untilAttempt = (attempt: number) => pauses.slice(0, attempt - 1).reduce((sum, pause) => sum + pause, 0)

test('a message is tried twelve times, ever more seldom, and once a day in the end', () => {
  expect(pauses).toEqual([30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, day, day, day])
})

test('a receiver is left alone for a day at the most', () => {
  expect(pauseLongest).toBe(day)
})

test('one message that never arrives stops its webhook with its last attempt, after five days', () => {
  expect(failingLongest).toBe(5 * day)
  expect(untilAttempt(11)).toBeLessThan(failingLongest)
  expect(untilAttempt(12)).toBeGreaterThanOrEqual(failingLongest)
})
