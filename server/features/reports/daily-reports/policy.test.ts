import { expect, test } from 'vitest'
import { daysBetween, isRangeTooLong, isTooLate } from './policy.ts'

test('a report is accepted for a day that has begun somewhere on Earth', () => {
  expect(isTooLate('2026-10-24', new Date('2026-10-23T09:59:59Z'))).toBe(true)
  expect(isTooLate('2026-10-24', new Date('2026-10-23T10:00:00Z'))).toBe(false)
  expect(isTooLate('2026-10-23', new Date('2026-10-23T10:00:00Z'))).toBe(false)
})

test('a range of days must be ascending and have at most a hundred days', () => {
  expect(isRangeTooLong(daysBetween('2026-10-23', '2026-10-23'))).toBe(false)
  expect(isRangeTooLong(daysBetween('2026-10-23', '2026-10-22'))).toBe(true)
  expect(isRangeTooLong(daysBetween('2026-01-01', '2026-04-11'))).toBe(false)
  expect(isRangeTooLong(daysBetween('2026-01-01', '2026-04-12'))).toBe(true)
})
