import { expect, test } from 'vitest'
import { lastDayOf } from './last-day.ts'

test.each([
  ['what was chosen stays', '10-23', '10-26', '10-23', '10-26'],
  ['an earlier one too, to be refused', '10-23', '10-22', '10-23', '10-22'],
  ['one day moves along, onwards', '10-28', '10-23', '10-23', '10-28'],
  ['and back', '10-20', '10-23', '10-23', '10-20'],
  ['several days stay while the first is not beyond them', '10-25', '10-26', '10-23', '10-26'],
  ['and follow from there on', '10-28', '10-26', '10-23', '10-28'],
])('finds the last day of an absence: %s', (_what, from, day, beside, last) =>
  expect(lastDayOf(from, { day, beside })).toBe(last),
)
