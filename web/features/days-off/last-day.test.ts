import { expect, test } from 'vitest'
import { lastDayOf } from './last-day.ts'

test.each([
  ['a chosen last day does not change', '10-23', '10-26', '10-23', '10-26'],
  ['a last day before the first does not change', '10-23', '10-22', '10-23', '10-22'],
  ['a single day moves to a later first day', '10-28', '10-23', '10-23', '10-28'],
  ['a single day moves to an earlier first day', '10-20', '10-23', '10-23', '10-20'],
  ['the last of several days stays if the first day is not later', '10-25', '10-26', '10-23', '10-26'],
  ['the last of several days moves to a later first day', '10-28', '10-26', '10-23', '10-28'],
])('lastDayOf adjusts the last day of an absence: %s', (_what, from, day, beside, last) =>
  expect(lastDayOf(from, { day, beside })).toBe(last),
)
