import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeCalendar } from '#server/http/calendar-body.ts'
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

test('each file of the corpus says which days it becomes', () => {
  const files = readdirSync(fixture('calendars')).filter((name) => name.endsWith('.ics'))
  expect(files.map((name) => name.replace('.ics', '')).toSorted()).toEqual(Object.keys(corpus).toSorted())
})

test.each(Object.entries(corpus))('reads the days of %s.ics', (name, expected) => {
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
