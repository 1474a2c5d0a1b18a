import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDates } from './dates.ts'

const read = (cell: string) => readDates([cell]).dates[0]
const at = (iso: string) => ({ moment: Date.parse(iso) })

test.each([
  ['2026-11-18', '2026-11-18'],
  [' 2026/1/8 ', '2026-01-08'],
  ['2026.11.18', '2026-11-18'],
  ['20261118', '2026-11-18'],
  ['2026年1月18日', '2026-01-18'],
  ['2026年11月18日(水)', '2026-11-18'],
  ['2026年11月18日（水） 午後9:12', '2026-11-18'],
  ['２０２６／１１／１８', '2026-11-18'],
  ['2026/11/18 9:12', '2026-11-18'],
  ['2026-11-18T09:12:00', '2026-11-18'],
  ['2026-11-18T09:12:00.123', '2026-11-18'],
  ['18.11.2026', '2026-11-18'],
  ['8. 1. 2026', '2026-01-08'],
  ['18.11.2026 09:12', '2026-11-18'],
  ['8.1.2026, 9:12:05', '2026-01-08'],
  ['18. November 2026', '2026-11-18'],
  ['Mittwoch, 18. November 2026', '2026-11-18'],
  ['1er décembre 2026', '2026-12-01'],
  ['mercredi 18 novembre 2026 à 9h12', '2026-11-18'],
  ['Nov 18, 2026', '2026-11-18'],
  ['November 18th, 2026 9:12 AM', '2026-11-18'],
  ['Wed, 18 Nov 2026', '2026-11-18'],
  ['18-Nov-2026', '2026-11-18'],
  ['18 novembre 2026', '2026-11-18'],
  ['18. november 2026', '2026-11-18'],
  ['11/18/2026', '2026-11-18'],
  ['18/11/2026', '2026-11-18'],
  ['18-11-2026', '2026-11-18'],
  ['11/18/2026 9:12:05 PM', '2026-11-18'],
  ['03/03/2026', '2026-03-03'],
])('an import reads the date %j as the day %s', (cell, day) => expect(read(cell)).toEqual({ day }))

test.each([
  ['2026-11-05T23:30:00Z', '2026-11-05T23:30:00Z'],
  ['2026-11-05T23:30Z', '2026-11-05T23:30:00Z'],
  ['2026-11-11T17:10:00-08:00', '2026-11-12T01:10:00Z'],
  ['2026-11-11 17:10:00 -0800', '2026-11-12T01:10:00Z'],
  ['2026-11-11 17:10 +09', '2026-11-11T08:10:00Z'],
  ['2026-11-11 17:10:00 UTC', '2026-11-11T17:10:00Z'],
  ['2026-11-11 17:10:00 GMT+9', '2026-11-11T08:10:00Z'],
  ['2026-11-11 17:10 JST', '2026-11-11T08:10:00Z'],
  ['2026-11-11 5:10 PM PST', '2026-11-12T01:10:00Z'],
  ['Nov 11, 2026 12:10 AM UTC', '2026-11-11T00:10:00Z'],
  ['Thu Nov 05 2026 09:12:33 GMT+0100 (Central European Standard Time)', '2026-11-05T08:12:33Z'],
  ['11.11.2026 17:10 CET', '2026-11-11T16:10:00Z'],
])('an import reads %j as an exact time with a time zone', (cell, iso) => expect(read(cell)).toEqual(at(iso)))

test.each([
  'KW 47, 2026-11-18',
  '2026-11-18, Wed',
  'am 18.11.2026',
  '18.11.20266',
  '18.11.2026 Mi',
  '18.11.26',
  '2026-11-18 25:00',
  '2026-11-18 09:00 XYZ',
  '2026-11-18 09:00 CST',
  '2026-02-30T09:00:00Z',
  '46331',
  '',
  'x'.repeat(1_000),
])('an import does not read %j as a date', (cell) => expect(read(cell)).toEqual({ day: cell.trim() }))

describe('dates like 03/04/2026', () => {
  test.each([
    ['day', ['03/04/2026', '13/04/2026'], ['2026-04-03', '2026-04-13']],
    ['month', ['03/04/2026', '04/13/2026'], ['2026-03-04', '2026-04-13']],
  ])('an import reads 03/04/2026 with the %s first if another row of the column requires it', (_, cells, days) => {
    const { dates, isOrderUnclear } = readDates(cells)
    expect({ dates, isOrderUnclear }).toEqual({ dates: days.map((day) => ({ day })), isOrderUnclear: false })
  })

  test.each([
    ['no row shows the order of day and month', ['03/04/2026', '05/06/2026']],
    ['the rows contradict each other', ['03/04/2026', '13/04/2026', '04/13/2026']],
  ])('a column of dates like 03/04/2026 is unclear if %s', (_, cells) => {
    expect(readDates(cells)).toMatchObject({ isOrderUnclear: true })
    expect(readDates(cells).dates[0]).toBe('unclear')
    expect(readDates(cells, 'day_first').dates[0]).toEqual({ day: '2026-04-03' })
    expect(readDates(cells, 'month_first').dates[0]).toEqual({ day: '2026-03-04' })
  })
})

test('an import never reads a numeric date as a wrong day', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const forms = [
    (y: string, m: string, d: string) => `${y}-${m}-${d}`,
    (y: string, m: string, d: string) => `${d}.${m}.${y}`,
    (y: string, m: string, d: string) => `${m}/${d}/${y}`,
    (y: string, m: string, d: string) => `${d}/${m}/${y}`,
    (y: string, m: string, d: string) => `${d}-${m}-${y}`,
  ]
  fc.assert(
    fc.property(day, fc.constantFrom(...forms), (date, form) => {
      const iso = date.toISOString().slice(0, 10)
      const [y, m, d] = iso.split('-') as [string, string, string]
      expect([{ day: iso }, 'unclear']).toContainEqual(read(form(y, m, d)))
    }),
  )
})
