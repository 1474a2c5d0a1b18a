import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ListedHoliday } from '#contract/holidays.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import { addNextYear } from './operations.ts'

const path = '/holidays/subscription'
const japan = { country: 'JP' }

async function administrator(now = new Date('2026-11-26T00:41:00Z')) {
  const { member, app, clock, database, teamId } = await team({ now })
  const misaki = await member('佐伯')
  return {
    misaki,
    member,
    /** Runs the job at that time. */
    runAt: (time: string) => {
      clock.now = new Date(time)
      return addNextYear(app.services)
    },
    listed: (year: number): Promise<ListedHoliday[]> =>
      withTeamTransaction(database, { teamId }, (db) =>
        db
          .selectFrom('holidays')
          .where('team_id', '=', teamId)
          .where('date', '>=', `${year}-01-01`)
          .where('date', '<=', `${year}-12-31`)
          .orderBy('date')
          .select(['date', 'name', 'added_automatically'])
          .execute(),
      ),
    database,
    teamId,
  }
}
const dates = (days: readonly ListedHoliday[]) => days.map(({ date }) => date)

test('a holiday subscription adds the public holidays of two years and counts the coming ones (E4.05)', async () => {
  const { misaki, listed } = await administrator()
  expect((await misaki.get(path)).body).toEqual({ subscription: null })
  const { status, body } = await misaki.put(path, japan)
  const subscription = { country: 'JP', region: null, added_until: 2027 }
  expect([status, body]).toEqual([200, { subscription, coming: 17 }])
  expect((await misaki.get(path)).body).toEqual({ subscription })
  expect(await listed(2026)).toHaveLength(18)
  expect((await listed(2027))[0]).toEqual({ date: '2027-01-01', name: '元日', added_automatically: false })
})

test('a holiday subscription begins with the current year in the team’s time zone', async () => {
  const { misaki } = await administrator(new Date('2026-12-31T16:00:00Z')) // it is 2027 in Tokyo
  expect((await misaki.put(path, japan)).body.subscription.added_until).toBe(2028)
})

test('a holiday subscription adds the holidays of a region', async () => {
  const { misaki, listed } = await administrator()
  await misaki.put(path, { country: 'DE', region: 'BY' })
  expect(dates(await listed(2027))).toContain('2027-01-06')
})

test.each([{ country: 'XX' }, { country: 'DE', region: 'XX' }])(
  'a holiday subscription rejects the unknown place %j',
  async (place) => {
    const { misaki } = await administrator()
    expect(await misaki.put(path, place)).toMatchObject({ status: 400, body: { errors: [{ field: 'country' }] } })
    expect((await misaki.get(path)).body).toEqual({ subscription: null })
  },
)

test('only administrators can subscribe to holidays', async () => {
  const { member } = await administrator()
  const ren = await member('早川')
  const refused = { status: 403, body: { code: 'admins_only' } }
  expect(await ren.get(path)).toMatchObject(refused)
  expect(await ren.put(path, japan)).toMatchObject(refused)
  expect(await ren.delete(path)).toMatchObject(refused)
})

test('the October job adds the holidays of the next year once, even with several servers', async () => {
  const { misaki, listed, runAt } = await administrator()
  await misaki.put(path, japan)
  await runAt('2027-09-30T04:19:00Z')
  expect(await listed(2028)).toEqual([])
  await Promise.all([runAt('2027-10-01T04:19:00Z'), runAt('2027-10-01T04:19:00Z')])
  const days = await listed(2028)
  expect(days.length).toBeGreaterThan(15)
  expect(days.every(({ added_automatically }) => added_automatically)).toBe(true)
  await runAt('2027-10-02T04:19:00Z')
  expect(await listed(2028)).toEqual(days)
  expect(await listed(2029)).toEqual([])
})

test('the October job adds the holidays of the other teams if one team fails', async () => {
  const [first, broken, last] = [await administrator(), await administrator(), await administrator()]
  for (const { misaki } of [first, broken, last]) await misaki.put(path, japan)
  const refuse = sql.raw(`alter table holidays add constraint refused check (team_id <> '${broken.teamId}') not valid`)
  await refuse.execute(broken.database)
  const error: AggregateError = await first.runAt('2027-10-01T04:19:00Z').then(
    () => expect.unreachable(),
    (failure) => failure,
  )
  await sql`alter table holidays drop constraint refused`.execute(broken.database)
  expect(error.errors).toMatchObject([{ constraint: 'refused' }])
  for (const { listed } of [first, last]) expect(await listed(2028)).not.toEqual([])
  expect(await broken.listed(2028)).toEqual([])
})

test('the holiday job adds the next year after October if no server ran in October', async () => {
  const { misaki, listed, runAt } = await administrator()
  await misaki.put(path, japan)
  await runAt('2029-10-01T04:19:00Z')
  expect(await listed(2029)).not.toEqual([])
  expect(await listed(2030)).not.toEqual([])
})

test('the holiday job does not restore a holiday that an administrator removed, moved or renamed', async () => {
  const { misaki, listed, runAt } = await administrator()
  await misaki.put(path, japan)
  await misaki.put('/holidays/2028-01-01', { name: '正月' })
  await misaki.put('/holidays/2028-02-11', { name: '建国記念の日' })
  await misaki.delete('/holidays/2028-02-11')
  await misaki.delete('/holidays/2027-05-04')
  await runAt('2027-10-01T04:19:00Z')
  const days = await listed(2028)
  expect(days[0]).toEqual({ date: '2028-01-01', name: '正月', added_automatically: false })
  expect(dates(days)).not.toContain('2028-02-11')
  expect(dates(await listed(2027))).not.toContain('2027-05-04')
})

test('a new subscription does not restore a holiday that an administrator removed', async () => {
  const { misaki, listed } = await administrator()
  await misaki.put(path, japan)
  await misaki.delete('/holidays/2027-05-04')
  await misaki.delete('/holidays/2027-05-05')
  await misaki.delete(path)
  await misaki.put(path, japan)
  expect(dates(await listed(2027))).not.toContain('2027-05-04')
  await misaki.put('/holidays/2027-05-04', { name: 'みどりの日' })
  await misaki.post('/holidays/import', { holidays: [{ date: '2027-05-05', name: 'こどもの日' }] })
  await misaki.put(path, japan)
  expect(dates(await listed(2027))).toEqual(expect.arrayContaining(['2027-05-04', '2027-05-05']))
})

test('the holiday job adds no days after unsubscribing, and keeps the added ones', async () => {
  const { misaki, listed, runAt } = await administrator()
  await misaki.put(path, japan)
  for (const _ of [1, 2]) expect((await misaki.delete(path)).status).toBe(204)
  await runAt('2027-10-01T04:19:00Z')
  expect(await listed(2027)).toHaveLength(17)
  expect(await listed(2028)).toEqual([])
})

test('unsubscribing removes the former country’s coming holidays in one step, except changed ones', async () => {
  const { misaki, listed } = await administrator()
  await misaki.put(path, japan)
  await misaki.put('/holidays/2027-02-23', { name: '創立記念日' })
  await misaki.put('/holidays/2027-08-16', { name: '夏休み' })
  expect((await misaki.delete(`${path}?holidays=true`)).status).toBe(204)
  expect(dates(await listed(2026)).at(-1)).toBe('2026-11-23') // this holiday has passed
  expect((await listed(2027)).map(({ name }) => name)).toEqual(['創立記念日', '夏休み'])
  await misaki.put(path, { country: 'DE' })
  // The new holidays include a day that was removed together with Japan's.
  expect(dates(await listed(2027))).toContain('2027-01-01')
  await misaki.delete(`${path}?holidays=true`)
  await misaki.put(path, japan)
  expect(await listed(2027)).toHaveLength(18)
})

test('unsubscribing removes the coming holidays even after the team’s language changed', async () => {
  const { misaki, listed } = await administrator()
  await misaki.put(path, japan)
  await misaki.patch('/team', { language: 'en' })
  await misaki.delete(`${path}?holidays=true`)
  expect(await listed(2027)).toEqual([])
})

test('the holiday job serves the other teams if the country of one team is unknown', async () => {
  const { misaki, database, teamId, listed, runAt } = await administrator()
  const other = await administrator()
  await misaki.put(path, japan)
  await other.misaki.put(path, japan)
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('holiday_subscriptions').set({ country: 'YU' }).where('team_id', '=', teamId).execute(),
  )
  await expect(runAt('2027-10-01T04:19:00Z')).rejects.toThrow('No holidays of 2028')
  expect(await listed(2028)).toEqual([])
  expect(await other.listed(2028)).not.toEqual([])
})
