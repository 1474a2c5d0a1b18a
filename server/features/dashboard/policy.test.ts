import { describe, expect, test } from 'vitest'
import { ownFigures } from './operations.ts'
import { dueDays, firstLine, mondayOf, monthStart, rateOf } from './policy.ts'

describe('reports that are due', () => {
  const member = { joined_on: '2020-01-01', is_active: true }

  test.each([
    ['2026-10-23', '2026-10-23', 1], // a Friday
    ['2026-10-24', '2026-10-25', 0], // its week-end
    ['2026-10-23', '2026-10-26', 2], // Friday and Monday
    ['2026-10-19', '2026-10-25', 5],
    ['2026-10-01', '2026-10-31', 22],
    ['2026-02-01', '2026-02-28', 20],
    ['2028-02-01', '2028-02-29', 21], // a leap year
    ['2026-12-28', '2027-01-03', 5], // over the year's turn
    ['2026-10-24', '2026-10-26', 1],
    ['2026-10-23', '2026-10-22', 0],
    ['2026-10-23', '2026-10-19', 0],
  ])('%s to %s: %i', (from, to, days) => expect(dueDays(member, from, to)).toBe(days))

  test('begin with the day of joining', () => {
    expect(dueDays({ ...member, joined_on: '2026-10-22' }, '2026-10-01', '2026-10-31')).toBe(7)
  })
})

test('a week begins on its Monday, a month on its first', () => {
  expect(['2026-10-19', '2026-10-25', '2027-01-01'].map(mondayOf)).toEqual(['2026-10-19', '2026-10-19', '2026-12-28'])
  expect(monthStart('2027-01-15', -1)).toBe('2026-12-01')
})

test('a rate is whole per cent, and none where nothing was due', () => {
  expect([rateOf(15, 16), rateOf(0, 5), rateOf(3, 3), rateOf(0, 0)]).toEqual([94, 0, 100, null])
})

describe("a member's figures", () => {
  const counts = {
    reports_this_month: 0,
    met: 0,
    met_previous: 0,
    reported_today: false,
    current_streak: 0,
    longest_streak: 0,
    insights_this_month: 0,
  }

  test('today is due once its report is in', () => {
    const without = ownFigures({ ...counts, met: 15 }, '2026-10-23', '2026-01-01')
    const with_ = ownFigures({ ...counts, met: 16, reported_today: true }, '2026-10-23', '2026-01-01')
    expect(without).toMatchObject({ working_days_this_month: 16, submission_rate: 94 })
    expect(with_).toMatchObject({ working_days_this_month: 17, submission_rate: 94 })
  })

  test('on the first of a month, and on the day of joining, nothing is due yet', () => {
    expect(ownFigures(counts, '2026-10-01', '2026-01-01')).toMatchObject({
      working_days_this_month: 0,
      submission_rate: null,
    })
    expect(ownFigures(counts, '2026-10-14', '2026-10-14')).toMatchObject({
      working_days_this_month: 0,
      submission_rate: null,
      previous_submission_rate: null,
    })
  })
})

test.each([
  ['・設計の見直し\n実装', '設計の見直し'],
  ['\n  \n- ship it\r\nrest', 'ship it'],
  ['-\n— second', '-'],
  ['ship - it', 'ship - it'],
  ['a・b', 'a・b'],
  ['\u3000\n', ''],
  ['👩‍💻'.repeat(300), Array.from('👩‍💻'.repeat(300)).slice(0, 200).join('')],
])('the first line of %j', (text, line) => expect(firstLine(text)).toBe(line))
