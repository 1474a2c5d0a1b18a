import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Holiday } from '#contract/holidays.ts'
import { type Member, team } from '#server/testing/team.ts'

const listed = async ({ get }: Pick<Member, 'get'>, year = 2026) =>
  ((await get(`/holidays?from=${year}-01-01&until=${year}-12-31`)).body.holidays as Holiday[]).map(
    ({ date, name }) => ({
      date,
      name,
    }),
  )

/** Creates a team, and returns its administrator. */
const administrator = async () => (await team({ now: new Date('2026-10-23T00:41:00Z') })).member()

const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.map((lines) => `BEGIN:VEVENT\r\n${lines.join('\r\n')}\r\nEND:VEVENT`),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
const day = (date: string, name: string, ...more: string[]) => [
  `DTSTART;VALUE=DATE:${date}`,
  `SUMMARY:${name}`,
  ...more,
]
const send = (who: Member, text: string | Buffer, query = '') =>
  who.call('POST', `/holidays/import${query}`, text, { 'content-type': 'text/calendar' })

test('an import adds a country’s holidays in the team’s language and keeps existing ones', async () => {
  const misaki = await administrator()
  await misaki.put('/holidays/2026-11-03', { name: '創立記念日' })
  const japan = { country: 'JP', year: 2026 }
  expect((await misaki.post('/holidays/import?preview=true', japan)).body).toMatchObject({ added: 17, kept: 1 })
  expect(await listed(misaki)).toHaveLength(1)
  const { status, body } = await misaki.post('/holidays/import', japan)
  expect([status, body]).toEqual([200, { added: 17, kept: 1, unread_lines: 0 }])
  const holidays = await listed(misaki)
  expect(holidays).toHaveLength(18)
  expect(holidays).toContainEqual({ date: '2026-09-22', name: '国民の休日' })
  expect(holidays).toContainEqual({ date: '2026-11-03', name: '創立記念日' })
  expect((await misaki.post('/holidays/import', japan)).body).toEqual({ added: 0, kept: 18, unread_lines: 0 })
})

test('an import of holidays for a region also adds the holidays of the region', async () => {
  const misaki = await administrator()
  await misaki.post('/holidays/import', { country: 'DE', region: 'BY', year: 2026 })
  const days = await listed(misaki)
  expect(days).toContainEqual({ date: '2026-01-06', name: 'Heilige Drei Könige' })
  expect(days.map(({ date }) => date)).not.toContain('2026-12-24')
  await misaki.patch('/teams/me', { language: 'en' })
  await misaki.post('/holidays/import', { country: 'DE', year: 2027 })
  expect(await listed(misaki, 2027)).toContainEqual({ date: '2027-10-03', name: 'National Holiday' })
})

test('an import adds each day of a holiday of several days', async () => {
  const misaki = await administrator()
  await misaki.post('/holidays/import', { country: 'KR', year: 2026 })
  expect((await listed(misaki)).map(({ date }) => date)).toEqual(
    expect.arrayContaining(['2026-09-24', '2026-09-25', '2026-09-26']),
  )
})

test('the list of countries names the countries and their regions', async () => {
  const { body } = await (await administrator()).get('/holidays/countries')
  expect(body.countries.length).toBeGreaterThan(200)
  expect(body.countries).toContainEqual({ country: 'JP', regions: [] })
  const germany = body.countries.find(({ country }: { country: string }) => country === 'DE')
  expect(germany.regions).toContainEqual({ code: 'BY', name: 'Bayern' })
})

test.each([
  [{ country: 'XX', year: 2026 }, 'country'],
  [{ country: '__proto__', year: 2026 }, 'country'],
  [{ country: 'DE', region: 'constructor', year: 2026 }, 'country'],
  [{ country: 'JP', year: 1999 }, 'year'],
  [{ country: 'JP' }, 'year'],
])('an import of holidays rejects %j', async (asked, field) => {
  expect(await (await administrator()).post('/holidays/import', asked)).toMatchObject({
    status: 400,
    body: { errors: [{ field }] },
  })
})

test('an import adds a file’s all-day events, also recurring ones and those of several days', async () => {
  const misaki = await administrator()
  const events = [
    day('20261229', '年末年始の休業', 'DTEND;VALUE=DATE:20270104'),
    day('20101103', '文化の日', 'RRULE:FREQ=YEARLY;UNTIL=20261231'),
    day('20261010', '創立\\, 記念日'),
    day('20261011', '取り消し', 'STATUS:CANCELLED'),
    day('20261012', ' '),
    ['DTSTART:20261013T090000Z', 'DTEND:20261014T090000Z', 'SUMMARY:会議'],
    day('19990101', '昔'),
  ]
  expect((await send(misaki, file(...events), '?preview=true')).body).toMatchObject({ added: 24, kept: 0 })
  expect((await send(misaki, file(...events))).body).toEqual({ added: 24, kept: 0, unread_lines: 0 })
  expect(await listed(misaki)).toEqual([
    { date: '2026-10-10', name: '創立, 記念日' },
    { date: '2026-11-03', name: '文化の日' },
    ...['29', '30', '31'].map((date) => ({ date: `2026-12-${date}`, name: '年末年始の休業' })),
  ])
  expect((await listed(misaki, 2027)).map(({ date }) => date)).toEqual(['2027-01-01', '2027-01-02', '2027-01-03'])
})

const naughty = (JSON.parse(readFileSync('fixtures/hostile-input/naughty-strings.json', 'utf8')) as string[]).filter(
  (text) => text.trim() !== '' && !/[\r\n]/u.test(text),
)
test('an import keeps any holiday name unchanged, on one line', async () => {
  const misaki = await administrator()
  const dates = naughty.map((_, index) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10))
  const escaped = (text: string) => text.replaceAll(/[\\;,]/gu, (sign) => `\\${sign}`)
  const { status } = await send(
    misaki,
    file(...naughty.map((text, index) => day(dates[index]!.replaceAll('-', ''), escaped(text)))),
  )
  expect(status).toBe(200)
})

test.each([
  ['nothing', ''],
  ['no calendar', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\nEND:VCARD\r\n'],
  ['an HTML page', '<!doctype html><html></html>'],
  ['a calendar that does not end', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n'],
  ['no text', Buffer.from([0xff, 0xfe, 0x00, 0x42])],
  ['an invalid day', file(day('20261399', '休み'))],
  ['days without end', file(day('20260101', '休み', 'DTEND;VALUE=DATE:99990101'))],
  ['a holiday on every day', file(...Array.from({ length: 1_001 }, (_, n) => day(dateAt(n), '休み')))],
  ['thousands of nested parts', 'BEGIN:VCALENDAR\r\n'.repeat(20_000)],
])('an import of holidays says in one sentence why it rejects a file with %s', async (_what, text) => {
  const misaki = await administrator()
  expect(await send(misaki, text)).toMatchObject({ status: 400, body: { code: 'calendar_unreadable' } })
  expect(await listed(misaki)).toEqual([])
})
function dateAt(n: number) {
  return new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '')
}

test('an import of holidays does not expand recurrence rules without an end', async () => {
  const misaki = await administrator()
  const never = ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'RRULE:FREQ=SECONDLY', 'RRULE:FREQ=YEARLY;INTERVAL=0']
  for (const rule of never) expect((await send(misaki, file(day('20260101', '休み', rule)))).status).toBeLessThan(401)
  expect(await listed(misaki)).toHaveLength(1)
})

test('an import of holidays rejects a file over 512 KiB', async () => {
  const misaki = await administrator()
  expect(await send(misaki, file(day('20260101', 'x'.repeat(512 * 1_024))))).toMatchObject({ status: 413 })
})

test('only administrators can import holidays', async () => {
  const { member } = await team()
  const [, ren] = [await member('佐伯'), await member('早川')]
  expect(await send(ren, file(day('20260101', '休み')))).toMatchObject({ status: 403, body: { code: 'admins_only' } })
})
