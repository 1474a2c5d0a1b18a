import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeCalendar } from '#server/http/requests/calendar-body.ts'
import { fixture } from '#server/testing/fixtures.ts'
import { readCalendarFile } from './calendar-file.ts'

type Expected = {
  days: Record<string, string>
  unticked?: Record<string, string>
  unread_lines?: number
  time_zone?: string
  entries?: Record<string, number>
}
const corpus = JSON.parse(readFileSync(fixture('calendars/expected.json'), 'utf8')) as Record<string, Expected>

test('each calendar file of the corpus has a list of expected holidays', () => {
  const files = readdirSync(fixture('calendars')).filter((name) => name.endsWith('.ics'))
  expect(files.map((name) => name.replace('.ics', '')).toSorted()).toEqual(Object.keys(corpus).toSorted())
})

test.each(Object.entries(corpus))('the calendar file %s.ics gives the expected holidays', (name, expected) => {
  const file = decodeCalendar(readFileSync(fixture(`calendars/${name}.ics`)))!
  const { days, unreadLines } = readCalendarFile(file, 2026, expected.time_zone ?? 'Asia/Tokyo')
  const named = (isProposed: boolean) =>
    Object.fromEntries(days.filter((day) => day.isProposed === isProposed).map(({ date, name }) => [date, name]))
  expect(named(true)).toEqual(expected.days)
  expect(named(false)).toEqual(expected.unticked ?? {})
  expect(unreadLines).toBe(expected.unread_lines ?? 0)
  const several = days.filter(({ entries }) => entries > 1).map(({ date, entries }) => [date, entries])
  expect(Object.fromEntries(several)).toEqual(expected.entries ?? {})
})

const counted = (rule: string) => {
  const event = `BEGIN:VEVENT\nUID:a\nDTSTART;VALUE=DATE:20260105\nSUMMARY:休み\nRRULE:${rule}\nEND:VEVENT`
  const { days, unreadLines } = readCalendarFile(`BEGIN:VCALENDAR\n${event}\nEND:VCALENDAR`, 2026, 'Asia/Tokyo')
  return { days: days.length, unreadLines }
}

test.each([
  'FREQ=WEEKLY;COUNT=3;INTERVAL=0',
  'FREQ=WEEKLY;COUNT=3;INTERVAL=1e9',
  'FREQ=WEEKLY;COUNT=3;INTERVAL=-2',
  'FREQ=WEEKLY;COUNT=3;INTERVAL=1.5',
  'FREQ=WEEKLY;COUNT=3;INTERVAL=',
  'FREQ=WEEKLY;COUNT=3;INTERVAL=2x',
  'FREQ=WEEKLY;COUNT=3;INTERVAL=99999999999999999999',
  'FREQ=WEEKLY;COUNT=0',
  'FREQ=WEEKLY;COUNT=3e1',
  'FREQ=WEEKLY;COUNT=-3',
  'FREQ=MONTHLY;COUNT=3;BYMONTHDAY=1e1',
  'FREQ=YEARLY;COUNT=3;BYMONTH=1.5',
  'FREQ=YEARLY;COUNT=3;BYMONTH=1,,2',
  'FREQ=YEARLY;COUNT=3;BYYEARDAY=0x10',
  'FREQ=MONTHLY;COUNT=3;BYDAY=MO;BYSETPOS=1 e',
])('the recurrence rule %s is unreadable because of its number', (rule) => {
  expect(counted(rule)).toEqual({ days: 1, unreadLines: 1 })
})

test.each([
  ['FREQ=WEEKLY;COUNT=3;INTERVAL=2', 3],
  ['FREQ=WEEKLY;COUNT=03;INTERVAL=01', 3],
  ['freq=weekly; count=3', 3],
  ['FREQ=MONTHLY;COUNT=3;BYMONTHDAY=+5,-1', 3],
  ['FREQ=WEEKLY;COUNT=3;INTERVAL=999999999', 1],
])('the recurrence rule %s with whole numbers is readable', (rule, days) => {
  expect(counted(rule)).toEqual({ days, unreadLines: 0 })
})
