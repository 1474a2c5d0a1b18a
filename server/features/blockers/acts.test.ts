import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam, report } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'

const listed = async (who: Pick<Member, 'get'>, query = '') =>
  (await who.get(`/blockers${query}`)).body.blockers as Blocker[]
const named = async (who: Pick<Member, 'get'>, text: string, query = '') =>
  (await listed(who, query)).find((blocker) => blocker.text === text)!

/** Creates the administrator Misaki, and Ren. Ren reports blockers. */
async function office() {
  const parts = await dashboardTeam()
  const [misaki, ren] = [await parts.member('佐伯'), await parts.member('早川')]
  return { ...parts, misaki, ren }
}

test('taking on or resolving a blocker changes no other blocker of the report', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-23'], { issues: '検証環境\n契約書の返事待ち' })
  const [first, second] = (await listed(ren)).toSorted((one, other) => one.line - other.line)
  await misaki.patch(`/blockers/${first!.id}`, { owner_id: misaki.user.id })
  await misaki.patch(`/blockers/${first!.id}`, { state: 'resolved' })
  const taken = await ren.patch(`/blockers/${second!.id}`, { state: 'acknowledged' })
  expect(taken.body).toMatchObject({ state: 'acknowledged', owner_id: ren.user.id, reopened: false })
  expect(await listed(ren, '?date=2026-10-23')).toMatchObject([
    { id: first!.id, state: 'resolved', owner_id: misaki.user.id },
    { id: second!.id, state: 'acknowledged' },
  ])
  expect((await ren.patch(`/blockers/${newId()}`, { state: 'resolved' })).status).toBe(404)
})

test('the list of blockers can be read page by page', async () => {
  const { ren } = await office()
  await report(ren, ['2026-10-23'], { issues: '一つ目の件\n二つ目は別' })
  const [first, second] = await listed(ren)
  expect([await listed(ren, '?limit=1'), await listed(ren, '?limit=1&offset=1')]).toEqual([[first], [second]])
})

test('a report continues its author’s own blocker, even if a colleague reported the same line', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  await report(misaki, ['2026-10-21'], { issues: '検証環境' })
  await report(ren, ['2026-10-22'], { issues: '検証環境' })
  const own = (await listed(ren)).filter(({ opened_by: by }) => by === ren.user.id)
  expect(own).toMatchObject([{ opened_on: '2026-10-20', report_date: '2026-10-22' }])
})

test('a report that is written after a resolution reopens the blocker, even if it is for an earlier day', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  await report(misaki, ['2026-10-22'])
  const { id } = await named(ren, '検証環境')
  await misaki.patch(`/blockers/${id}`, { state: 'resolved' })
  await report(ren, ['2026-10-21'], { issues: '検証環境' })
  expect(await listed(ren)).toMatchObject([{ id, state: 'open', reopened: true }])
})

test('a blocker is resolved on the current day in its author’s time zone', async () => {
  const { misaki, ren, member } = await office()
  const elsewhere = { time_zone: 'America/Los_Angeles' }
  expect((await ren.patch(`/users/${ren.user.id}/schedule`, elsewhere)).status).toBe(200)
  await report(ren, ['2026-10-21'], { issues: '検証環境' })
  const { id } = await named(ren, '検証環境')
  const { body } = await misaki.patch(`/blockers/${id}`, { state: 'resolved', owner_id: misaki.user.id })
  expect(body.resolved_on).toBe('2026-10-22') // the day in Los Angeles; in Tokyo it is the 23rd
  const toru = await member('渡辺')
  await report(toru, ['2026-10-22'], { issues: '契約書の返事待ち' })
  expect((await misaki.patch(`/blockers/${id}`, { owner_id: null })).body).toMatchObject({
    state: 'resolved',
    resolved_on: '2026-10-22',
  })
})

test('a resolved blocker stays resolved when its owner releases it', async () => {
  const { misaki, ren, member } = await office()
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  const { id } = await named(ren, '検証環境')
  await misaki.patch(`/blockers/${id}`, { owner_id: misaki.user.id })
  await misaki.patch(`/blockers/${id}`, { state: 'resolved' })
  await report(await member('小野寺'), ['2026-10-22'], { issues: '契約書の返事待ち' })
  const { body } = await misaki.patch(`/blockers/${id}`, { owner_id: null })
  expect(body).toMatchObject({ state: 'resolved', resolution: 'solved', owner_id: null })
})

test('a resolved blocker stays resolved when a member becomes its owner and releases it', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  const { id } = await named(ren, '検証環境')
  await ren.patch(`/blockers/${id}`, { state: 'resolved' })
  await report(ren, ['2026-10-21'])
  const solved = { state: 'resolved', resolution: 'solved', resolved_by: ren.user.id }
  const { body } = await misaki.patch(`/blockers/${id}`, { state: 'resolved', owner_id: misaki.user.id })
  expect(body).toMatchObject({ ...solved, owner_id: misaki.user.id })
  expect((await misaki.patch(`/blockers/${id}`, { owner_id: null })).body).toMatchObject({ ...solved, owner_id: null })
})

test('a resolved blocker that a later report names stays open when a member takes it on', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-21'], { issues: '検証環境' })
  const { id } = await named(ren, '検証環境')
  await misaki.patch(`/blockers/${id}`, { state: 'resolved' })
  await report(ren, ['2026-10-22'], { issues: '検証環境' })
  const { body } = await misaki.patch(`/blockers/${id}`, { owner_id: misaki.user.id })
  expect(body).toMatchObject({ state: 'acknowledged', reopened: true })
})

test('an edited report keeps the blockers that began in it', async () => {
  const { ren } = await office()
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  const words = { yesterday_work: '設計', today_plan: '実装' }
  const { body: second } = await ren.post('/daily-reports', {
    ...words,
    report_date: '2026-10-21',
    issues: '検証環境\n契約書の返事待ち',
  })
  const before = await named(ren, '契約書の返事待ち')
  await ren.put(`/daily-reports/${second.id}`, {
    ...words,
    report_date: '2026-10-21',
    issues: '検証環境\n契約書の返事待ち\nVPN',
  })
  expect((await named(ren, '契約書の返事待ち')).id).toBe(before.id)
})

test('a blocker keeps its owner if an added report of an earlier day names it', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-21'], { issues: '検証環境\n契約書の返事待ち' })
  for (const text of ['検証環境', '契約書の返事待ち'])
    await misaki.patch(`/blockers/${(await named(ren, text)).id}`, { owner_id: misaki.user.id })
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  expect(await named(ren, '検証環境')).toMatchObject({ opened_on: '2026-10-20', owner_id: misaki.user.id })
  expect(await named(ren, '契約書の返事待ち')).toMatchObject({ opened_on: '2026-10-21', owner_id: misaki.user.id })
})

test('a blocker’s age counts the due days of its author until it was resolved', async () => {
  const { misaki, ren, at } = await office()
  await report(ren, ['2026-10-16'], { issues: '検証環境' })
  const { id, age } = await named(ren, '検証環境')
  expect(age).toBe(6) // due days, from one Friday to the next
  await misaki.patch(`/blockers/${id}`, { state: 'resolved' })
  const later = await at('2026-10-28T01:00:00Z', misaki)
  expect(await listed(later, '?state=resolved')).toMatchObject([{ id, age: 6, resolved_on: '2026-10-23' }])
})

test('a member can take on a blocker whose owner has left', async () => {
  const { misaki, ren, member } = await office()
  const toru = await member('小野寺')
  await report(ren, ['2026-10-23'], { issues: '検証環境' })
  await report(toru, ['2026-10-23'], { issues: '契約書の返事待ち' })
  const { id } = await named(ren, '検証環境')
  await toru.patch(`/blockers/${id}`, { owner_id: toru.user.id })
  await misaki.patch(`/users/${toru.user.id}`, { is_active: false })
  expect((await listed(ren, '?state=open')).map(({ text }) => text)).toEqual(['検証環境'])
  expect((await ren.patch(`/blockers/${id}`, { owner_id: ren.user.id })).body.owner_id).toBe(ren.user.id)
})

test('a blocker ends on the day of the first report that omits it', async () => {
  const { misaki, ren } = await office()
  await report(ren, ['2026-10-20'], { issues: '検証環境' })
  const { id } = await named(ren, '検証環境')
  await misaki.patch(`/blockers/${id}`, { owner_id: misaki.user.id })
  await report(ren, ['2026-10-21', '2026-10-22'])
  const ended = { id, state: 'unmentioned', resolution: 'unnamed', resolved_on: '2026-10-21' }
  expect(await listed(ren, '?state=unmentioned')).toMatchObject([ended])
  expect(await listed(ren, '?state=resolved')).toEqual([])
  await ren.patch(`/blockers/${id}`, { owner_id: null })
  expect(await listed(ren, '?state=unmentioned')).toMatchObject([{ ...ended, owner_id: null }])
})

test('the age of a blocker counts its first day even if no report was due', async () => {
  const { member } = await dashboardTeam()
  const joinedToday = await member('新田', '2026-10-23T00:00:00Z')
  await report(joinedToday, ['2026-10-22'], { issues: '検証環境' })
  expect(await named(joinedToday, '検証環境')).toMatchObject({ opened_on: '2026-10-22', age: 2 })
})
