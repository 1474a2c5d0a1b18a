import fc from 'fast-check'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { readDay, writeDay } from './days.ts'
import { clockIn } from './moments.ts'
import { occurrences } from './recurrence.ts'
import { ruleOf } from './rule.ts'

/** Returns the first days of a rule, at most `most`. */
function expand(start: string, written: string, { from = start, last = '2010-12-31', most = 1_000 } = {}): string[] {
  const rule = ruleOf(ICAL.Property.fromString(`RRULE:${written}`), clockIn('UTC'))!
  const days: string[] = []
  for (const day of occurrences(readDay(start), rule, { from: readDay(from), last: readDay(last) }, () => {})) {
    if (days.length === most) break
    days.push(writeDay(day))
  }
  return days
}

/** Returns the dates of a short text. `1997 9/2,3` means 2 and 3 September 1997. */
function dates(text: string): string[] {
  let year = ''
  return text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => {
      if (!word.includes('/')) {
        year = word
        return []
      }
      const [month, days] = word.split('/') as [string, string]
      return days.split(',').map((day) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    })
}

// The examples in RFC 5545, 3.8.5.3 that are about whole days.
test.each([
  ['1997-09-02', 'FREQ=DAILY;COUNT=10', '1997 9/2,3,4,5,6,7,8,9,10,11'],
  ['1997-09-02', 'FREQ=DAILY;INTERVAL=10;COUNT=5', '1997 9/2,12,22 10/2,12'],
  ['1997-12-21', 'FREQ=DAILY;UNTIL=19971223', '1997 12/21,22,23'],
  ['1998-01-01', 'FREQ=DAILY;BYMONTH=1;UNTIL=19980103', '1998 1/1,2,3'],
  ['1998-01-30', 'FREQ=DAILY;BYMONTH=1;COUNT=4', '1998 1/30,31 1999 1/1,2'],
  ['1998-01-30', 'FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA;COUNT=4', '1998 1/30,31 1999 1/1,2'],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10', '1997 9/2,9,16,23,30 10/7,14,21,28 11/4'],
  ['1997-09-02', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=5', '1997 9/2,16,30 10/14,28'],
  ['1997-09-02', 'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH', '1997 9/2,4,9,11,16,18,23,25,30 10/2'],
  [
    '1997-09-01',
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224;WKST=SU;BYDAY=MO,WE,FR',
    '1997 9/1,3,5,15,17,19,29 10/1,3,13,15,17,27,29,31 11/10,12,14,24,26,28 12/8,10,12,22,24',
  ],
  ['1997-09-02', 'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH', '1997 9/2,4,16,18,30 10/2,14,16'],
  ['1997-09-05', 'FREQ=MONTHLY;COUNT=10;BYDAY=1FR', '1997 9/5 10/3 11/7 12/5 1998 1/2 2/6 3/6 4/3 5/1 6/5'],
  ['1997-09-05', 'FREQ=MONTHLY;UNTIL=19971224;BYDAY=1FR', '1997 9/5 10/3 11/7 12/5'],
  ['1997-09-07', 'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU', '1997 9/7,28 11/2,30 1998 1/4,25 3/1,29 5/3,31'],
  ['1997-09-22', 'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '1997 9/22 10/20 11/17 12/22 1998 1/19 2/16'],
  ['1997-09-28', 'FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=6', '1997 9/28 10/29 11/28 12/29 1998 1/29 2/26'],
  ['1997-09-02', 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15', '1997 9/2,15 10/2,15 11/2,15 12/2,15 1998 1/2,15'],
  ['1997-09-30', 'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1', '1997 9/30 10/1,31 11/1,30 12/1,31 1998 1/1,31 2/1'],
  [
    '1997-09-10',
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997 9/10,11,12,13,14,15 1999 3/10,11,12,13',
  ],
  ['1997-09-02', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU;COUNT=10', '1997 9/2,9,16,23,30 11/4,11,18,25 1998 1/6'],
  ['1997-06-10', 'FREQ=YEARLY;COUNT=5;BYMONTH=6,7', '1997 6/10 7/10 1998 6/10 7/10 1999 6/10'],
  ['1997-03-10', 'FREQ=YEARLY;INTERVAL=2;COUNT=5;BYMONTH=1,2,3', '1997 3/10 1999 1/10 2/10 3/10 2001 1/10'],
  [
    '1997-01-01',
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997 1/1 4/10 7/19 2000 1/1 4/9 7/18 2003 1/1 4/10 7/19 2006 1/1',
  ],
  ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997 5/19 1998 5/18 1999 5/17'],
  ['1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', '1997 5/12 1998 5/11 1999 5/17'],
  ['1997-03-13', 'FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=7', '1997 3/13,20,27 1998 3/5,12,19,26'],
  ['1997-08-28', 'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8;COUNT=3', '1997 8/28 1998 6/4,11'],
  ['1997-09-02', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=5', '1998 2/13 3/13 11/13 1999 8/13 2000 10/13'],
  [
    '1997-09-13',
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=10',
    '1997 9/13 10/11 11/8 12/13 1998 1/10 2/7 3/7 4/11 5/9 6/13',
  ],
  [
    '1996-11-05',
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8;COUNT=3',
    '1996 11/5 2000 11/7 2004 11/2',
  ],
  ['1997-09-04', 'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997 9/4 10/7 11/6'],
  [
    '1997-09-29',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=7',
    '1997 9/29 10/30 11/27 12/30 1998 1/29 2/26 3/30',
  ],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997 8/5,10,19,24'],
  ['1997-08-05', 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997 8/5,17,19,31'],
  ['2007-01-15', 'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007 1/15,30 2/15 3/15,30'],
])('the RFC 5545 example from %s with the rule %s gives the expected days', (start, rule, days) =>
  expect(expand(start, rule)).toEqual(dates(days)),
)

test.each([
  ['leaves out 29 February in other years', '2000-02-29', 'FREQ=YEARLY', '2000 2/29 2004 2/29 2008 2/29'],
  ['leaves out the 31st of short months', '2010-08-31', 'FREQ=MONTHLY', '2010 8/31 10/31 12/31'],
  ['takes the last weekday of a week', '2010-12-06', 'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=-1', '2010 12/7,14,21,28'],
  ['takes the last day of a month', '2010-11-30', 'FREQ=MONTHLY;BYMONTHDAY=-1', '2010 11/30 12/31'],
  ['takes the last Monday of May', '2008-05-26', 'FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO', '2008 5/26 2009 5/25 2010 5/31'],
  [
    'takes the fourth Thursday of November',
    '2008-11-01',
    'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
    '2008 11/27 2009 11/26 2010 11/25',
  ],
  [
    'takes each Friday the 13th of a year',
    '2009-02-01',
    'FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR',
    '2009 2/13 3/13 11/13 2010 8/13',
  ],
  ['takes the last day of the year', '2008-12-31', 'FREQ=YEARLY;BYYEARDAY=-1', '2008 12/31 2009 12/31 2010 12/31'],
  [
    'takes the first workday of September',
    '2009-09-01',
    'FREQ=YEARLY;BYMONTH=9;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1',
    '2009 9/1 2010 9/1',
  ],
  [
    'counts a weekday in its month if months are named',
    '2009-01-01',
    'FREQ=YEARLY;BYMONTH=1,7;BYDAY=2MO',
    '2009 1/12 7/13 2010 1/11 7/12',
  ],
  ['finds no 30 February', '2000-02-01', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ''],
  ['finds no 30 February on any day', '2000-02-01', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', ''],
  ['finds no sixth Monday', '2000-02-01', 'FREQ=MONTHLY;BYDAY=6MO', ''],
])('the expansion of a recurrence rule %s', (_what, start, rule, days) =>
  expect(expand(start, rule)).toEqual(dates(days)),
)

test('the expansion of an old recurrence rule starts near the first wanted day', () => {
  const rule = 'FREQ=YEARLY;INTERVAL=3'
  expect(expand('1900-07-01', rule, { from: '2001-01-01' })).toEqual(dates('1999 7/1 2002 7/1 2005 7/1 2008 7/1'))
})

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <T>(values: T[], maxLength = 3) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength })
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const months = some([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
const monthDays = some([1, 2, 13, 28, 29, 30, 31, -1, -2, -31])
const positions = fc.constantFrom('', '', '1', '2', '4', '5', '-1', '-2', '-5')
const weekday = fc.tuple(positions, fc.constantFrom(...weekdays)).map((parts) => parts.join(''))
const positioned = fc.uniqueArray(weekday, { minLength: 1, maxLength: 3 })
const rules = fc.oneof(
  fc.record({
    freq: fc.constant('DAILY'),
    months: maybe(months),
    monthDays: maybe(monthDays),
    days: maybe(some(weekdays)),
  }),
  fc.record({
    freq: fc.constant('WEEKLY'),
    months: maybe(months),
    monthDays: fc.constant(undefined),
    days: maybe(some(weekdays)),
  }),
  fc.record({
    freq: fc.constantFrom('MONTHLY', 'YEARLY'),
    months: maybe(months),
    monthDays: maybe(monthDays),
    days: maybe(positioned),
  }),
)

// The expected result comes from a simple check of one day after the other.
test('the expansion of a recurrence rule finds the same days as a check of every day', () => {
  const start = fc.integer({ min: readDay('1999-01-01'), max: readDay('2004-12-31') })
  fc.assert(
    fc.property(
      start,
      rules,
      fc.integer({ min: 1, max: 4 }),
      maybe(fc.integer({ min: 1, max: 9 })),
      (first, rule, interval, count) => {
        const written = [
          `FREQ=${rule.freq};INTERVAL=${interval}`,
          rule.months && `BYMONTH=${rule.months.join(',')}`,
          rule.monthDays && `BYMONTHDAY=${rule.monthDays.join(',')}`,
          rule.days && `BYDAY=${rule.days.join(',')}`,
          count && `COUNT=${count}`,
        ]
        const last = first + 2_000
        const expected: string[] = []
        for (let day = first; day <= last && expected.length < (count ?? Infinity); day += 1)
          if (isNamed(writeDay(day), writeDay(first), rule, interval)) expected.push(writeDay(day))
        const found = expand(writeDay(first), written.filter(Boolean).join(';'), {
          last: writeDay(last),
          most: Infinity,
        })
        expect(found).toEqual(expected)
      },
    ),
    { numRuns: 200 },
  )
})

type Written = {
  freq: string
  months?: number[] | undefined
  monthDays?: number[] | undefined
  days?: string[] | undefined
}

function isNamed(
  date: string,
  start: string,
  { freq, months: inMonths, monthDays: onDays, days }: Written,
  interval: number,
): boolean {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const [startYear, startMonth, startDay] = start.split('-').map(Number) as [number, number, number]
  const weekday = (text: string) => weekdays.at(new Date(text).getUTCDay() - 1)!
  const daysSince = (Date.parse(date) - Date.parse(start)) / 86_400_000
  const passed = {
    DAILY: daysSince,
    WEEKLY: Math.floor((daysSince + weekdays.indexOf(weekday(start))) / 7),
    MONTHLY: (year - startYear) * 12 + month - startMonth,
    YEARLY: year - startYear,
  }[freq]!
  if (passed % interval !== 0) return false
  if (inMonths && !inMonths.includes(month)) return false
  if (freq === 'YEARLY' && !inMonths && !onDays && !days && month !== startMonth) return false
  if (onDays && !onDays.some((each) => (each > 0 ? each === day : day - monthLength(year, month) - 1 === each)))
    return false
  if (days) return days.some((each) => each.endsWith(weekday(date)) && hasPosition(each.slice(0, -2)))
  if (onDays || freq === 'DAILY') return true
  return freq === 'WEEKLY' ? weekday(date) === weekday(start) : day === startDay

  function hasPosition(position: string): boolean {
    if (position === '') return true
    // Lists the days with the same weekday in the month or the year.
    const scope = freq === 'MONTHLY' || inMonths ? date.slice(0, 7) : date.slice(0, 4)
    const same: string[] = []
    for (let at = readDay(date) - 371; at < readDay(date) + 372; at += 1)
      if (writeDay(at).startsWith(scope) && weekday(writeDay(at)) === weekday(date)) same.push(writeDay(at))
    return same.at(Number(position) > 0 ? Number(position) - 1 : Number(position)) === date
  }
}

const monthLength = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()
