import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { type Database, withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { forgetDeletedComments } from '#server/features/comments/operations.ts'
import { type Member, password, startApp, team } from '#server/testing/team.ts'
import { keptDaysOf } from './day-page.ts'

const [friday, thursday] = ['2026-11-20', '2026-11-19']
const now = new Date('2026-11-20T03:00:00Z')
const draft = { report_date: friday, yesterday_work: '設計', today_plan: '実装', issues: '' }

/** Creates Misaki and Ren, who reported on Friday, and Yukari, who did not. The cache contains the page of that day. */
async function keptDay() {
  const asakai = await team({ now })
  const [misaki, ren, yukari] = [
    await asakai.member('佐伯', { first_name: '美咲' }),
    await asakai.member('早川', { first_name: '蓮' }),
    await asakai.member('藤井', { first_name: 'ゆかり' }),
  ]
  const { body: report } = await misaki.post('/daily-reports', draft)
  await ren.post('/daily-reports', draft)
  const day = (who: Member, date = friday, page = '') => who.get(`/daily-reports?report_date=${date}${page}`)
  let limit = 100
  /** Requests the day with a new limit, for which the cache has no page. */
  const afresh = (who: Member, date = friday) => day(who, date, `&limit=${--limit}`)
  const version = async () =>
    (
      await withTeamTransaction(asakai.database, asakai, (db) =>
        db
          .selectFrom('day_versions')
          .where('team_id', '=', asakai.teamId)
          .where('day', '=', friday)
          .select('version')
          .execute(),
      )
    )[0]?.version
  for (const who of [misaki, ren, yukari]) await day(who)
  return { ...asakai, misaki, ren, yukari, report, place: `/daily-reports/${report.id}`, day, afresh, version }
}
type Kept = Awaited<ReturnType<typeof keptDay>>

const changes: Record<string, (kept: Kept) => Promise<unknown>> = {
  'a report is filed': ({ yukari }) => yukari.post('/daily-reports', draft),
  'a report is changed': ({ misaki, place }) => misaki.put(place, { ...draft, issues: 'VPN' }),
  'a report moves to another day': ({ misaki, place }) => misaki.put(place, { ...draft, report_date: thursday }),
  'a report moves to the day': async ({ yukari }) => {
    const { body } = await yukari.post('/daily-reports', { ...draft, report_date: thursday })
    return yukari.put(`/daily-reports/${body.id}`, draft)
  },
  'a report is deleted': ({ misaki, place }) => misaki.delete(place),
  'reports are imported': ({ yukari }) =>
    yukari.post('/import', `date,today\n${thursday},実装\n${friday},実装`, { 'content-type': 'text/csv' }),
  'somebody comments': ({ ren, place }) => ren.post(`${place}/comments`, { body: '読みました' }),
  'somebody reacts': ({ ren, place }) => ren.put(`${place}/reactions/nice`),
  'a member has a new name': ({ misaki }) =>
    misaki.patch('/users/me/profile', {
      first_name: '美咲',
      family_name: '伊藤',
      preferred_name: '',
      email: misaki.user.email,
    }),
  'the team has another time zone': ({ misaki }) => misaki.patch('/teams/me', { time_zone: 'Europe/Berlin' }),
  'a leaving member erases all data': async ({ ren }) =>
    ren.call('DELETE', '/users/me', { password, reports: 'erase' }),
}

test.each(Object.keys(changes))('every member sees at once on the day page that %s', async (name) => {
  const kept = await keptDay()
  const { ren, yukari, misaki, day, afresh } = kept
  const before = (await day(yukari)).body
  await changes[name]!(kept)
  const after = await day(yukari)
  expect(after.body).not.toEqual(before)
  for (const who of name.startsWith('a leaving member') ? [misaki, yukari] : [misaki, ren, yukari])
    for (const date of [friday, thursday]) expect((await day(who, date)).body).toEqual((await afresh(who, date)).body)
})

test('removed comments and the reactions of a leaving member disappear from the day page at once', async () => {
  const { ren, misaki, yukari, place, day, afresh, app } = await keptDay()
  const { body: comment } = await ren.post(`${place}/comments`, { body: '読みました' })
  await ren.put(`${place}/reactions/nice`)
  await ren.put(`${place}/reactions/ok`)
  const seen = async () => {
    const [cached, anew] = [await day(yukari), await afresh(yukari)]
    expect(cached.body).toEqual(anew.body)
    const { comments, reactions } = cached.body.reports.find(({ id }: { id: string }) => place.endsWith(id))
    return [comments, reactions.length]
  }
  expect(await seen()).toEqual([1, 2])
  await ren.delete(`/comments/${comment.id}`)
  expect(await seen()).toEqual([0, 2])
  await forgetDeletedComments({ ...app.services, now: () => new Date(now.getTime() + 60 * 60_000) })
  expect(await seen()).toEqual([0, 2])
  await ren.delete(`${place}/reactions/ok`)
  expect(await seen()).toEqual([0, 1])
  expect((await ren.call('DELETE', '/users/me', { password, reports: 'keep' })).status).toBe(204)
  expect(await seen()).toEqual([0, 0])
  expect((await day(misaki)).body).toEqual((await afresh(misaki)).body)
})

test('the day page shows the readers of a report only to the report’s author', async () => {
  const { misaki, ren, yukari, place, day, afresh, version } = await keptDay()
  const before = await version()
  await ren.put(`${place}/read`)
  for (const who of [misaki, ren, yukari]) expect((await day(who)).body).toEqual((await afresh(who)).body)
  const of = async (who: Member) => (await day(who)).body.reports.find(({ id }: { id: string }) => place.endsWith(id))
  expect([(await of(ren)).read, (await of(yukari)).read]).toEqual([true, false])
  expect((await of(misaki)).readers).toEqual([{ user_id: ren.user.id, user_name: '早川 蓮' }])
  expect(await of(yukari)).not.toHaveProperty('readers')
  await ren.delete(`${place}/read`)
  expect((await of(ren)).read).toBe(false)
  await misaki.put(`/users/me/settings`, {})
  expect(await version()).toBe(before)
})

test('the day page marks a reaction as own only for the member who gave the reaction', async () => {
  const { misaki, ren, yukari, place, day } = await keptDay()
  const reactions = async (who: Member) =>
    (await day(who)).body.reports.find(({ id }: { id: string }) => place.endsWith(id)).reactions
  await ren.put(`${place}/reactions/thanks`)
  await ren.put(`${place}/reactions/nice`)
  await yukari.put(`${place}/reactions/nice`)
  for (const [who, nice, thanks] of [
    [ren, true, true],
    [yukari, true, false],
    [misaki, false, false],
  ] as const)
    expect(await reactions(who)).toEqual([
      { reaction: 'nice', count: 2, mine: nice },
      { reaction: 'thanks', count: 1, mine: thanks },
    ])
})

test('the day page returns text that looks like JSON unchanged', async () => {
  const { misaki, yukari, place, day } = await keptDay()
  const words = `","comments":3,"reactions":null},{"id":"\\","comments":0}, \n {'`
  await misaki.put(place, { ...draft, yesterday_work: words, issues: words })
  for (const _ of [1, 2]) {
    const { body } = await day(yukari)
    expect(body.reports).toHaveLength(2)
    expect(body.reports.find(({ id }: { id: string }) => place.endsWith(id))).toMatchObject({
      yesterday_work: words,
      issues: words,
      comments: 0,
    })
  }
})

test('the day page answers 304 to a caller who has the current version', async () => {
  const { misaki, ren, yukari, place, day } = await keptDay()
  const known = async (who: Member, etag: string) =>
    (await who.get(`/daily-reports?report_date=${friday}`, { 'if-none-match': etag })).status
  const { etag } = (await day(ren)).headers as { etag: string }
  expect(etag).toMatch(/^"[\w-]+"$/u)
  expect(await known(ren, etag)).toBe(304)
  expect(await known(ren, `W/${etag}, "another"`)).toBe(304)
  expect(await known(yukari, etag)).toBe(200)
  await ren.put(`${place}/read`)
  expect(await known(ren, etag)).toBe(200)
  const { etag: read } = (await day(ren)).headers as { etag: string }
  await misaki.put(place, { ...draft, issues: 'VPN' })
  expect(await known(ren, read)).toBe(200)
})

test('the day page of one server shows changes made through another server', async () => {
  const { misaki, config, day, place, database } = await keptDay()
  const { app: _, visitor } = await startApp({ ...config, database, now })
  const other = visitor()
  const bearer = { authorization: `Bearer ${misaki.tokens.access_token}` }
  await other.put(place, { ...draft, issues: 'VPN' }, bearer)
  expect(JSON.stringify((await day(misaki)).body)).toContain('VPN')
})

test('moving and deleting reports, reacting and leaving the team at the same time cause no deadlock', async () => {
  const { member, misaki, ren, yukari, day, afresh, database } = await keptDay()
  const others = await Promise.all(Array.from({ length: 6 }, (__, n) => member(`部員${n}`)))
  const moving = async (who: Member, days: [string, string]) => {
    const { body } = await who.post('/daily-reports', { ...draft, report_date: days[0] })
    for (const report_date of [days[1], days[0], days[1]])
      expect(
        (await who.put(`/daily-reports/${body.id}`, { ...draft, report_date, issues: `VPN ${report_date}` })).status,
      ).toBe(200)
    for (const reaction of ['ok', 'nice']) await who.put(`/daily-reports/${body.id}/reactions/${reaction}`)
    expect((await who.post(`/daily-reports/${body.id}/comments`, { body: 'はい' })).status).toBe(201)
    return who
  }
  const moved = await Promise.all(
    others.map((who, n) => moving(who, n % 2 === 0 ? ['2026-11-18', '2026-11-17'] : ['2026-11-17', '2026-11-18'])),
  )
  const ended = await Promise.all([
    ...moved
      .slice(0, 2)
      .map((who, n) => who.call('DELETE', '/users/me', { password, reports: n === 0 ? 'keep' : 'erase' })),
    ...moved.slice(2).map((who) =>
      who.patch('/users/me/profile', {
        first_name: '直',
        family_name: '新',
        preferred_name: '',
        email: who.user.email,
      }),
    ),
    ren.patch('/users/me/profile', { first_name: '直', family_name: '新', preferred_name: '', email: ren.user.email }),
    misaki.patch('/teams/me', { time_zone: 'UTC' }),
  ])
  expect(ended.map(({ status }) => status).filter((status) => status > 204)).toEqual([])
  for (const date of ['2026-11-18', '2026-11-17', friday])
    expect((await day(yukari, date)).body).toEqual((await afresh(yukari, date)).body)
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ deadlocks: string }>`select deadlocks from pg_stat_database where datname = current_database()`.execute(db),
  )
  expect(rows).toEqual([{ deadlocks: '0' }])
})

test('a full cache of day pages drops the least recently used page', () => {
  const days = keptDaysOf({} as Database)
  const page = (date: string) => ({ date, limit: 100, offset: 0 })
  const keep = (date: string) => days.keep('team', page(date), { version: '1', reports: [], total: 0, size: 7_000_000 })
  const kept = () => [thursday, friday, '2026-11-18'].filter((date) => days.get('team', page(date)))
  keep(thursday)
  keep(friday)
  expect(kept()).toEqual([thursday, friday])
  days.get('team', page(thursday))
  keep('2026-11-18')
  expect(kept()).toEqual([thursday, '2026-11-18'])
})
