import { describe, expect, test } from 'vitest'
import { closingDay, namedDays, weekHour, weekOf } from './weeks.ts'

test.each([
  ['from Monday to Friday', [1, 2, 3, 4, 5], '2026-10-23', '2026-10-19', '2026-10-23'],
  ['from Monday to Friday, asked on a Sunday', [1, 2, 3, 4, 5], '2026-10-25', '2026-10-19', '2026-10-23'],
  ['from Monday to Friday, asked on a Monday', [1, 2, 3, 4, 5], '2026-10-19', '2026-10-19', '2026-10-23'],
  ['from Sunday to Thursday', [1, 2, 3, 4, 7], '2026-10-23', '2026-10-18', '2026-10-22'],
  ['from Tuesday to Saturday', [2, 3, 4, 5, 6], '2026-10-26', '2026-10-20', '2026-10-24'],
  ['Monday, Wednesday and Friday', [1, 3, 5], '2026-10-22', '2026-10-19', '2026-10-23'],
  ['every day', [1, 2, 3, 4, 5, 6, 7], '2026-10-25', '2026-10-19', '2026-10-25'],
  ['only Wednesday', [3], '2026-10-27', '2026-10-21', '2026-10-21'],
  ['from Monday to Friday, over the end of a year', [1, 2, 3, 4, 5], '2027-01-02', '2026-12-28', '2027-01-01'],
])(
  'a week begins after the longest run of days off, with these working days: %s',
  (_what, workingDays, date, from, until) => {
    expect(weekOf(date, workingDays)).toEqual({ from, until })
  },
)

describe('closingDay', () => {
  const [week, days] = [{ from: '2026-10-19', until: '2026-10-23' }, [1, 2, 3, 4, 5]] as const
  test('closingDay returns the last working day of the week', () => {
    expect(closingDay(week, days, [])).toBe('2026-10-23')
  })
  test('closingDay skips holidays at the end of the week', () => {
    expect(closingDay(week, days, [{ date: '2026-10-23' }, { date: '2026-10-22' }])).toBe('2026-10-21')
  })
  test('closingDay returns undefined if all days of the week are holidays', () => {
    const all = ['19', '20', '21', '22', '23'].map((day) => ({ date: `2026-10-${day}` }))
    expect(closingDay(week, days, all)).toBeUndefined()
  })
})

test('the dates above a week include a later day off if that day has an entry', () => {
  const week = { from: '2026-10-19', until: '2026-10-23' }
  expect(namedDays({ ...week, days: [{ date: '2026-10-20' }] })).toEqual(week)
  expect(namedDays({ ...week, days: [{ date: '2026-10-24' }] })).toEqual({ ...week, until: '2026-10-24' })
})

test.each([
  [null, 17],
  [9, 17],
  [16, 17],
  [18, 19],
  [23, 23],
])('for a reminder at hour %s, the team’s week closes at %i o’clock', (reminder, hour) => {
  expect(weekHour(reminder)).toBe(hour)
})
