import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import ICAL from 'ical.js'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'

const october = { now: new Date('2026-10-23T00:41:00Z') }
const pathOf = async (who: Pick<Member, 'get'>) => {
  const { address } = (await who.get('/calendar')).body as { address: string }
  expect(address).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/\S+\.ics$/u)
  return address.replace(/^.*\/api/u, '')
}
/** Reads each event's first day, last day and title with another iCalendar parser. */
const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((each) => {
    const { uid, startDate, endDate, summary } = new ICAL.Event(each)
    expect([startDate.isDate, endDate.isDate, each.getFirstPropertyValue('dtstamp') === null]).toEqual([
      true,
      true,
      false,
    ])
    const last = endDate.clone()
    last.adjust(-1, 0, 0, 0)
    return { uid, days: `${startDate.toString()} ${last.toString()}`, summary }
  })

test('the calendar feed contains holidays and absences in the member’s language', async () => {
  const { member, visitor } = await team(october)
  const [misaki, ren] = [await member('佐伯'), await member('早川', { first_name: '蓮; a, b\\' })]
  await misaki.put('/holidays/2026-11-03', { name: '文化の日' })
  const id = newId()
  await ren.put(`/absences/${id}`, { from: '2026-12-30', until: '2027-01-02', half: null })
  await ren.put(`/absences/${newId()}`, { from: '2026-10-26', until: '2026-10-26', half: 'afternoon' })
  const path = await pathOf(misaki)
  const { status, headers, body } = await visitor().get(path)
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'private, no-cache',
  ])
  const events = eventsIn(body)
  expect(events.map(({ days, summary }) => [days, summary])).toEqual([
    ['2026-11-03 2026-11-03', '文化の日'],
    ['2026-10-26 2026-10-26', '早川 蓮; a, b\\さんの休み (午後休)'],
    ['2026-12-30 2027-01-02', '早川 蓮; a, b\\さんの休み'],
  ])
  expect(events[2]!.uid).toBe(`${id}@asakai`)
  expect(eventsIn((await visitor().get(path)).body)).toEqual(events)
  await misaki.patch('/users/me/settings', { language: 'en' })
  expect((await visitor().get(path)).body).toContain('Afternoon')
})

test('the calendar feed’s lines have at most 75 octets, end in CRLF and split no character', async () => {
  const { member, visitor } = await team(october)
  const misaki = await member()
  const name = '🎌祝日の、とても長い名前;'.repeat(7)
  await misaki.put('/holidays/2026-11-03', { name })
  const { body } = await visitor().get(await pathOf(misaki))
  const lines = (body as string).split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines.some((line) => line.includes('\n') || Buffer.byteLength(line) > 75 || !line.isWellFormed())).toBe(false)
  expect(eventsIn(body)[0]!.summary).toBe(name)
})

test.each(['identity', 'gzip'])(
  'the calendar feed answers 304 if it has not changed (encoding: %s)',
  async (coding) => {
    const { member, visitor } = await team(october)
    const misaki = await member()
    const path = await pathOf(misaki)
    for (let day = 1; day <= 20; day += 1)
      await misaki.put(`/holidays/2026-12-${String(day).padStart(2, '0')}`, { name: '冬休み' })
    const accepts = { 'accept-encoding': coding }
    const { headers } = await visitor().get(path, accepts)
    expect(headers['etag']).toMatch(coding === 'gzip' ? /^W\//u : /^"/u)
    const known = { ...accepts, 'if-none-match': headers['etag']! }
    expect(await visitor().get(path, known)).toMatchObject({ status: 304, body: '' })
    await misaki.put('/holidays/2026-11-03', { name: '文化の日' })
    expect((await visitor().get(path, known)).status).toBe(200)
  },
)

test('a calendar address stops working when it is replaced or its member is deactivated', async () => {
  const { member, visitor } = await team(october)
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  const before = await pathOf(ren)
  expect(await pathOf(ren)).toBe(before)
  const { body } = await ren.post('/calendar')
  const after = (body.address as string).replace(/^.*\/api/u, '')
  expect(after).not.toBe(before)
  expect(await visitor().get(before)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await visitor().get(after)).status).toBe(200)

  await misaki.patch(`/users/${ren.user.id}`, { is_active: false })
  expect((await visitor().get(after)).status).toBe(404)
  await misaki.patch(`/users/${ren.user.id}`, { is_active: true })
  expect((await visitor().get(after)).status).toBe(404)
})

test('a calendar address with another member’s or a session’s secret returns 404', async () => {
  const { member, visitor } = await team(october)
  const [misaki, ren] = [await member('佐伯'), await member('早川')]
  const [own, others] = [await pathOf(misaki), await pathOf(ren)]
  const guess = (path: string) => path.replace(ren.user.id, misaki.user.id)
  for (const path of [
    guess(others),
    own.replace(/.{8}\.ics$/u, 'AAAAAAAA.ics'),
    '/calendar/x.ics',
    `/calendar/${ren.tokens.refresh_token}.ics`,
  ])
    expect(await visitor().get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const caller = visitor()
  for (let count = 0; count < 300; count += 1) await caller.get('/calendar/x.ics')
  expect((await caller.get('/calendar/x.ics')).status).toBe(429)
  expect((await caller.get(own)).status).toBe(200)
})

test('the calendar feed excludes the days of another team', async () => {
  const [one, other] = [await team(october), await team(october)]
  const [misaki, stranger] = [await one.member(), await other.member()]
  await stranger.put('/holidays/2026-11-03', { name: 'よその休み' })
  expect(eventsIn((await one.visitor().get(await pathOf(misaki))).body)).toEqual([])
})

test('the calendar feed is written after its transaction has released the database connection', async () => {
  const { member, visitor, database, teamId } = await team(october)
  const path = await pathOf(await member())
  await withTeamTransaction(database, { teamId }, (db) =>
    sql`
      insert into holidays (team_id, date, name)
      select ${teamId}, date '2026-10-23' + n, 'holiday' from generate_series(1, 390) n`.execute(db),
  )
  // Counts the calls of `performance.now()`: the feed calls it once after each event that it writes.
  let looks = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (looks += 1))
  onTestFinished(() => clock.mockRestore())
  let looksBefore = 0
  const hear = (statement: unknown) => {
    if ((statement as { text: string }).text === 'commit') looksBefore = looks
  }
  subscribe('asakai.statement', hear)
  onTestFinished(() => void unsubscribe('asakai.statement', hear))
  expect(eventsIn((await visitor().get(path)).body)).toHaveLength(390)
  expect(looksBefore).toBeGreaterThan(0)
  expect(looks - looksBefore).toBeGreaterThan(390)
})
