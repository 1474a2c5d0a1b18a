import { expect, test } from 'vitest'
import { weekNumber } from './week-number.ts'

test.each([
  ['2026-10-19', '2026', 43],
  ['2026-12-28', '2026', 53],
  ['2027-01-04', '2027', 1],
  ['2024-12-30', '2025', 1],
  ['2026-10-18', '2026', 43], // a week that begins on Sunday
])('the seven days from %s are in the year %s, week %i', (from, year, week) => {
  expect(weekNumber(from)).toEqual({ year, week })
})
