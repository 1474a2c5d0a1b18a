import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Member, team } from '#server/testing/team.ts'

type Lines = (string | string[])[]
const file = (...lines: Lines) => ['BEGIN:VCALENDAR', ...lines.flat(), 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: Lines) =>
  ['BEGIN:VEVENT', 'DTSTART;VALUE=DATE:20260101', 'SUMMARY:x', ...lines.flat(), 'END:VEVENT'].join('\r\n')
const largest = 500_000 // bytes
const times = (line: string) => Array.from({ length: Math.floor(largest / (line.length + 2)) }, () => line)
const many = (...lines: string[]) => times(event(...lines))
const numbered = (write: (number: number) => string) =>
  Array.from({ length: Math.floor(largest / (write(9_999).length + 2)) }, (_, number) => write(number))
const dateAt = (number: number) =>
  new Date(Date.UTC(2000, 0, 1 + (number % 36_000))).toISOString().slice(0, 10).replaceAll('-', '')

const bombs: Record<string, string> = {
  'a rule for each second': file(event('RRULE:FREQ=SECONDLY')),
  'a huge COUNT': file(event('RRULE:FREQ=DAILY;COUNT=999999999')),
  'many rules that match no day': file(many('RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')),
  'many rules for each day since the year 1': file(
    times('BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:00010101\r\nSUMMARY:x\r\nRRULE:FREQ=DAILY;COUNT=9999999\r\nEND:VEVENT'),
  ),
  'many rules in one event': file(event(times('RRULE:FREQ=YEARLY;BYMONTHDAY=-1,1,2,3;BYSETPOS=-1'))),
  'a rule of 500 KB': file(event(`RRULE:FREQ=YEARLY;BYDAY=${'1MO,'.repeat(largest / 4 - 50)}1MO`)),
  'a rule with many positions': file(
    event(`RRULE:FREQ=DAILY;COUNT=99999;BYSETPOS=${Array.from({ length: 80_000 }, (_, n) => n + 2).join(',')}`),
  ),
  'a rule with a huge interval': file(event('RRULE:FREQ=MONTHLY;INTERVAL=99999999999999999999')),
  'many EXDATE lines': file(
    event(
      'RRULE:FREQ=YEARLY',
      numbered((n) => `EXDATE;VALUE=DATE:${dateAt(n)}`),
    ),
  ),
  'a long EXDATE line': file(
    event(
      `EXDATE;VALUE=DATE:${times('20260101')
        .join(',')
        .slice(0, largest - 100)}`,
    ),
  ),
  'many RDATE lines': file(event(numbered((n) => `RDATE;VALUE=DATE:${dateAt(n)}`))),
  'many changes of one day': file(
    numbered(
      (n) => `BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:x\r\nDTSTART:${dateAt(n)}\r\nRECURRENCE-ID:${dateAt(n)}\r\nEND:VEVENT`,
    ),
  ),
  'many changes from a day on': file(
    event('UID:1', 'RRULE:FREQ=YEARLY;BYMONTHDAY=1'),
    numbered(
      (n) =>
        `BEGIN:VEVENT\r\nUID:1\r\nDTSTART:${dateAt(n)}\r\nRECURRENCE-ID;RANGE=THISANDFUTURE:${dateAt(n)}\r\nEND:VEVENT`,
    ),
  ),
  'many events with the same UID': file(many('UID:1')),
  'many events of 1,000 days': file(many('DURATION:P1000D')),
  'thousands of nested parts': 'BEGIN:VCALENDAR\r\n'.repeat(25_000),
  'many time zones': file(
    times(
      'BEGIN:VTIMEZONE\r\nBEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nRRULE:FREQ=SECONDLY\r\nEND:STANDARD\r\nEND:VTIMEZONE',
    ),
    event(),
  ),
  'many folded lines': file(event(`DESCRIPTION:${'x\r\n '.repeat(largest / 4 - 50)}`)),
  'many parameters': file(event(`SUMMARY;${'X=1;'.repeat(largest / 4 - 50)}X=1:x`)),
  'a line of signs': file(event(`SUMMARY;X="${';:,"'.repeat(largest / 4 - 50)}`)),
  'many bad lines': file(times('x'), event()),
  'a date of digits': file(event(`RDATE:${'1'.repeat(largest - 200)}`)),
  'a long duration': file(event(`DURATION:P${'1'.repeat(largest - 200)}D`)),
  'many escapes': file(event(`SUMMARY:${'\\n'.repeat(largest / 2 - 100)}`)),
}

/** The longest time that the event loop was busy without a break, in processor time of this thread. */
let longestMs = 0
let watching = false
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
function watch(before: number) {
  const now = cpuMs()
  longestMs = Math.max(longestMs, now - before)
  if (watching) setImmediate(watch, now)
}
let misaki: Member
beforeAll(async () => {
  misaki = await (await team({ now: new Date('2026-10-23T00:41:00Z') })).member()
})
beforeEach(() => void (watching = true))
afterEach(() => void (watching = false))

test.each(Object.entries(bombs))(
  'the server stays responsive while it reads a calendar file with %s (E6.01)',
  async (_name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThan(512 * 1_024)
    longestMs = 0
    setImmediate(watch, cpuMs())
    const { status } = await misaki.call('POST', '/holidays/import?preview=true', body, {
      'content-type': 'text/calendar',
    })
    expect([200, 400]).toContain(status)
    expect(longestMs).toBeLessThan(50)
  },
)

test.each([
  ['lists the countries', () => misaki.get('/holidays/countries')],
  [
    'reads the holidays of a country',
    () => misaki.post('/holidays/import?preview=true', { country: 'KR', year: 2026 }),
  ],
  ['subscribes to a country', () => misaki.put('/holidays/subscription', { country: 'JP' })],
])('the server stays responsive while it %s (E6.01)', async (_what, ask) => {
  await misaki.get('/holidays?from=2026-01-01&until=2026-01-01') // modules loaded by the first request do not count
  longestMs = 0
  setImmediate(watch, cpuMs())
  expect((await ask()).status).toBe(200)
  expect(longestMs).toBeLessThan(50)
})
