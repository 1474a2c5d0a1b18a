import { expect, test } from 'vitest'
import { firstLine, mondayOf, monthStart, rateOf } from './policy.ts'

test('a dashboard’s week begins on Monday, and its month on the first day', () => {
  expect(['2026-10-19', '2026-10-25', '2027-01-01'].map(mondayOf)).toEqual(['2026-10-19', '2026-10-19', '2026-12-28'])
  expect(monthStart('2027-01-15', -1)).toBe('2026-12-01')
})

test('the rate of submitted reports is a whole percentage, or null if no report was due', () => {
  expect([rateOf(15, 16), rateOf(0, 5), rateOf(3, 3), rateOf(0, 0)]).toEqual([94, 0, 100, null])
})

test.each([
  ['・設計の見直し\n実装', '設計の見直し'],
  ['\n  \n- ship it\r\nrest', 'ship it'],
  ['-\n— second', '-'],
  ['ship - it', 'ship - it'],
  ['a・b', 'a・b'],
  ['\u3000\n', ''],
  ['👩‍💻'.repeat(300), Array.from('👩‍💻'.repeat(300)).slice(0, 200).join('')],
])('firstLine returns the first line of the report text %j', (text, line) => expect(firstLine(text)).toBe(line))
