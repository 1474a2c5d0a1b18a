import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { FoundHoliday, Holiday, Imported } from '#contract/holidays.ts'
import { fixture } from '#server/testing/fixtures.ts'
import { type Member, team } from '#server/testing/team.ts'

const administrator = async () => (await team({ now: new Date('2026-11-26T00:41:00Z') })).member()
const import_ = async (who: Member, from: object | Buffer, query = '') =>
  (from instanceof Buffer
    ? await who.call('POST', `/holidays/import${query}`, from, { 'content-type': 'text/calendar' })
    : await who.post(`/holidays/import${query}`, from)
  ).body as Imported
const preview = async (who: Member, from: object | Buffer) => (await import_(who, from, '?preview=true')).days!
const listed = async (who: Member): Promise<Holiday[]> =>
  (await who.get('/holidays?from=2026-01-01&until=2026-12-31')).body.holidays
const dates = (days: readonly { date: string }[]) => days.map(({ date }) => date)

test('the preview of a country’s holidays preselects only public ones', async () => {
  const misaki = await administrator()
  const days = await preview(misaki, { country: 'US', year: 2026 })
  const valentines: FoundHoliday = {
    date: '2026-02-14',
    name: "Valentine's Day",
    is_proposed: false,
    is_holiday: false,
    entries: 1,
  }
  expect(days).toContainEqual(valentines)
  expect(days).toContainEqual({ ...valentines, date: '2026-11-26', name: 'Thanksgiving Day', is_proposed: true })
  expect(dates(days)).toEqual(dates(days).toSorted())
  expect((await import_(misaki, { country: 'US', year: 2026 })).added).toBe(
    days.filter(({ is_proposed }) => is_proposed).length,
  )
  expect(dates(await listed(misaki))).not.toContain('2026-02-14')
})

test('the preview of a calendar file’s holidays preselects no observances', async () => {
  const misaki = await administrator()
  const file = readFileSync(fixture('calendars/google-us-holidays.ics'))
  const days = await preview(misaki, file)
  expect(days.map(({ date, is_proposed }) => [date, is_proposed])).toEqual([
    ['2026-02-14', false],
    ['2026-11-26', true],
    ['2026-11-27', true],
    ['2026-12-25', true],
  ])
  expect(await import_(misaki, file)).toEqual({ added: 3, kept: 0, unread_lines: 0 })
})

test('the preview of an import marks days that are holidays already or appear twice', async () => {
  const misaki = await administrator()
  await misaki.put('/holidays/2026-09-21', { name: '休み' })
  const days = await preview(misaki, readFileSync(fixture('calendars/the-same-day-twice.ics')))
  expect(days.map(({ date, is_holiday, entries }) => [date, is_holiday, entries])).toEqual([
    ['2026-09-21', true, 2],
    ['2026-09-22', false, 2],
  ])
})

test('an import of holidays counts the skipped lines of a file', async () => {
  const misaki = await administrator()
  const file = readFileSync(fixture('calendars/bad-lines.ics'))
  expect(await import_(misaki, file)).toEqual({ added: 2, kept: 0, unread_lines: 5 })
})

test('an import of holidays adds only the chosen days', async () => {
  const misaki = await administrator()
  await misaki.put('/holidays/2026-11-03', { name: '文化の日' })
  const holidays = [
    { date: '2026-12-25', name: 'クリスマス' },
    { date: '2026-11-03', name: '別の名前' },
    { date: '2026-12-25', name: 'クリスマス' },
  ]
  expect(await import_(misaki, { holidays })).toEqual({ added: 1, kept: 1, unread_lines: 0 })
  expect((await listed(misaki)).map(({ date, name }) => [date, name])).toEqual([
    ['2026-11-03', '文化の日'],
    ['2026-12-25', 'クリスマス'],
  ])
  expect(await import_(misaki, { holidays: [] })).toEqual({ added: 0, kept: 0, unread_lines: 0 })
})

test.each([
  [{ holidays: [{ date: '2026-02-30', name: '休み' }] }, 'holidays.0.date'],
  [{ holidays: [{ date: '2026-02-28', name: ' ' }] }, 'holidays.0.name'],
  [{ holidays: Array.from({ length: 1_001 }, () => ({ date: '2026-02-28', name: '休み' })) }, 'holidays'],
  [{ holidays: 'all' }, 'holidays'],
])('an import of holidays rejects an invalid choice of days and names the field', async (from, field) => {
  const { status, body } = await (await administrator()).post('/holidays/import', from)
  expect([status, body.errors[0].field]).toEqual([400, field])
})

test('only administrators can preview and import chosen holidays', async () => {
  const { member } = await team()
  const [, ren] = [await member('佐伯'), await member('早川')]
  const refused = { status: 403, body: { code: 'admins_only' } }
  expect(await ren.post('/holidays/import', { holidays: [] })).toMatchObject(refused)
})
