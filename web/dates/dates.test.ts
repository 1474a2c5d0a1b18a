import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dateUpTo, dayOfWeek, localDate, monthCells, weekday } from './dates.ts'

describe('monthCells', () => {
  it.each([
    ['2026-10-23', 0, '2026-09-27', '2026-11-07'],
    ['2026-02-14', 0, '2026-02-01', '2026-03-14'], // a month of 28 days that begins on a Sunday: still six weeks
    ['2028-02-29', 0, '2028-01-30', '2028-03-11'],
    ['2026-12-31', 0, '2026-11-29', '2027-01-09'],
    ['2026-08-01', 0, '2026-07-26', '2026-09-05'], // begins on a Saturday
    ['2026-10-23', 1, '2026-09-28', '2026-11-08'],
    ['2026-02-14', 1, '2026-01-26', '2026-03-08'], // begins on a Sunday, the last day of its week
    ['2027-02-28', 1, '2027-02-01', '2027-03-14'], // a month of 28 days that begins on a Monday: still six weeks
    ['2028-02-29', 1, '2028-01-31', '2028-03-12'],
    ['2026-12-31', 1, '2026-11-30', '2027-01-10'],
  ] as const)(
    'monthCells returns 42 days in whole weeks around %s if weeks begin on day %i',
    (date, firstDay, first, last) => {
      const cells = monthCells(date, firstDay)
      expect(cells).toHaveLength(42)
      expect([cells[0], cells[41]]).toEqual([first, last])
      expect(cells.map(weekday)).toEqual(Array.from({ length: 42 }, (_, index) => (index + firstDay) % 7))
      expect(cells.map((cell) => dayOfWeek(cell, firstDay))).toEqual(
        Array.from({ length: 42 }, (_, index) => index % 7),
      )
      expect(new Set(cells).size).toBe(42)
    },
  )
})

describe('addDays and addMonths', () => {
  it('addDays crosses the ends of months and leap years', () => {
    expect(addDays('2026-10-31', 1)).toBe('2026-11-01')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
  })

  it('addMonths moves to the last day of a shorter month', () => {
    expect(addMonths('2026-10-31', -1)).toBe('2026-09-30')
    expect(addMonths('2028-03-31', -1)).toBe('2028-02-29')
    expect(addMonths('2027-01-15', -1)).toBe('2026-12-15')
    expect(addMonths('2026-12-31', 2)).toBe('2027-02-28')
  })
})

describe('dateUpTo', () => {
  const today = '2026-10-23'
  it('dateUpTo returns the day in the text', () => expect(dateUpTo(today, '2026-10-01')).toBe('2026-10-01'))
  it.each(['2026-10-24', '9999-12-31'])('dateUpTo returns today for a later day: %s', (text) =>
    expect(dateUpTo(today, text)).toBe(today),
  )
  it.each([null, '', 'yesterday', '2026-02-30', '2026-13-01', '2026-1-1', '<script>'])(
    'dateUpTo returns today if the text is no date: %s',
    (text) => expect(dateUpTo(today, text)).toBe(today),
  )
})

it('localDate returns the day of the local clock', () => {
  expect(localDate(new Date(2026, 9, 23, 23, 59, 59))).toBe('2026-10-23')
})
