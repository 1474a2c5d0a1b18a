import { expect, test } from 'vitest'
import type { Insight } from '#contract/insights.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { client } from '#server/testing/client.ts'
import { type Member, newAddress, password, team } from '#server/testing/team.ts'
import { forgetDeletedInsights } from '../insights/operations.ts'

/** Creates Misaki and Ren. Misaki adds a Try on Friday, 19 October 2040. */
async function withTry() {
  const here = await team({ now: new Date('2040-10-19T01:00:00Z') })
  const [misaki, ren] = [await here.member('佐伯'), await here.member('早川')]
  const { body } = await misaki.post('/insights', { type: 'try', note: '紙で試す' })
  const path = `/insights/${(body as Insight).id}`
  const read = async (who: Pick<Member, 'get'> = ren) =>
    ((await who.get('/insights')).body.insights as Insight[]).find(({ id }) => path.endsWith(id))?.try
  const change = async (who: Pick<Member, 'patch'>, to: object) => (await who.patch(`${path}/try`, to)).body
  /** Signs the member in again, because their first session has expired. */
  const signedIn = async ({ user }: Member) => {
    const { access_token } = await startSession(here.app.services, { ...here, userId: user.id }, 'password')
    return client(here.app, newAddress(), { authorization: `Bearer ${access_token}` })
  }
  return { ...here, misaki, ren, path, read, change, signedIn }
}

test('any member can take a Try on or release it, but cannot assign another member', async () => {
  const { misaki, ren, read, change } = await withTry()
  expect(await read()).toEqual({ owner_id: null, owner_name: null, outcome: null, returns_on: '2040-11-02' })
  expect(await change(ren, { owner_id: ren.user.id })).toMatchObject({ try: { owner_name: '早川 直樹' } })
  expect(await change(misaki, { owner_id: ren.user.id })).toMatchObject({ code: 'only_oneself' })
  expect(await change(misaki, { owner_id: misaki.user.id })).toMatchObject({ try: { owner_name: '佐伯 直樹' } })
  await change(ren, { owner_id: null })
  expect(await read()).toMatchObject({ owner_id: null })
})

test('the refusal to assign a Try to another member does not mention blockers', async () => {
  const { misaki, ren, path } = await withTry()
  const { body } = await misaki.patch(`${path}/try`, { owner_id: ren.user.id }, { 'accept-language': 'en' })
  expect(body).toMatchObject({
    code: 'only_oneself',
    message: 'You can only take this on for yourself, not for somebody else.',
  })
})

test('a member can set the outcome of a Try and take the outcome back', async () => {
  const { ren, read, change } = await withTry()
  await change(ren, { outcome: 'dropped' })
  expect(await read()).toMatchObject({ outcome: 'dropped' })
  await change(ren, { outcome: null })
  expect(await read()).toMatchObject({ outcome: null, returns_on: '2040-11-02' })
  await change(ren, { outcome: 'kept' })
  const { body: another } = await ren.post('/insights', { type: 'try', note: '立って話す' })
  const kept = await ren.patch(`/insights/${another.id}/try`, { outcome: 'kept' })
  expect(kept.body.try).toMatchObject({ outcome: 'kept' })
})

test('a Try has no owner after its owner leaves or is deactivated', async () => {
  const { database, teamId, member, misaki, ren, read, change } = await withTry()
  const administrator = { is_admin: true }
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set(administrator).where('id', '=', misaki.user.id).execute(),
  )
  const hiroshi = await member('岡田')
  await change(hiroshi, { owner_id: hiroshi.user.id })
  expect((await misaki.patch(`/users/${hiroshi.user.id}`, { is_active: false })).status).toBe(200)
  expect(await read(misaki)).toMatchObject({ owner_id: null })
  await change(ren, { owner_id: ren.user.id })
  expect((await ren.call('DELETE', '/users/me', { password, reports: 'erase' })).status).toBe(204)
  expect(await read(misaki)).toMatchObject({ owner_id: null })
})

test('a Try keeps its current owner when a former owner leaves', async () => {
  const { misaki, ren, read, change } = await withTry()
  await change(ren, { owner_id: ren.user.id })
  await change(misaki, { owner_id: misaki.user.id })
  expect((await ren.call('DELETE', '/users/me', { password, reports: 'erase' })).status).toBe(204)
  expect(await read(misaki)).toMatchObject({ owner_id: misaki.user.id })
})

test('a restored Try keeps its owner, and a permanently deleted one leaves no events', async () => {
  const { app, clock, database, teamId, misaki, ren, path, read, change, signedIn } = await withTry()
  await change(ren, { owner_id: ren.user.id })
  await ren.post('/insights', { type: 'keep', note: '朝会' })
  await misaki.delete(path)
  await forgetDeletedInsights(app.services)
  await misaki.post('/insights', { id: path.split('/').at(-1), type: 'try', note: '紙で試す' })
  expect(await read()).toMatchObject({ owner_id: ren.user.id })
  await misaki.delete(path)
  clock.now = new Date(clock.now.getTime() + 3 * 60 * 60_000)
  const later = await signedIn(ren)
  const { body: deletedSince } = await later.post('/insights', { type: 'keep', note: '夕会' })
  expect((await later.delete(`/insights/${deletedSince.id}`)).status).toBe(204)
  await forgetDeletedInsights(app.services)
  const left = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('try_events').where('team_id', '=', teamId).select('id').execute(),
  )
  expect(left).toEqual([])
})

test('an insight of the type Keep has no outcome', async () => {
  const { misaki } = await withTry()
  const { body } = await misaki.post('/insights', { type: 'keep', note: '朝会' })
  expect(body.try).toBeNull()
  expect((await misaki.patch(`/insights/${body.id}/try`, { outcome: 'kept' })).status).toBe(404)
})

test('an undecided Try is shown in the week in which it returns', async () => {
  const { clock, misaki, change, signedIn } = await withTry()
  clock.now = new Date('2040-11-02T01:00:00Z')
  const later = await signedIn(misaki)
  const tries = async (date: string) => ((await later.get(`/week?date=${date}`)).body.insights as Insight[]).length
  expect([await tries('2040-10-26'), await tries('2040-11-02')]).toEqual([0, 1])
  await change(later, { outcome: 'again' })
  expect([await tries('2040-11-02'), await tries('2040-11-16')]).toEqual([0, 1])
  await change(later, { outcome: 'kept' })
  expect(await tries('2040-11-16')).toBe(0)
})

test('a Try added on a Monday at midnight returns in the week two weeks later', async () => {
  const { clock, misaki, signedIn } = await withTry()
  clock.now = new Date('2040-10-28T15:00:00Z')
  const later = await signedIn(misaki)
  const { body } = await later.post('/insights', { type: 'try', note: '立って話す' })
  expect(body.try.returns_on).toBe('2040-11-12')
  expect((await later.get('/week?date=2040-11-12')).body.insights).toMatchObject([{ id: body.id }])
})

test('a Try taken and released many times stores only the events that its state needs', async () => {
  const { database, teamId, ren, read, change } = await withTry()
  for (let count = 0; count < 8; count += 1) {
    await change(ren, { owner_id: ren.user.id, outcome: count % 2 ? 'kept' : 'dropped' })
    await change(ren, { owner_id: null })
  }
  expect(await read()).toMatchObject({ owner_id: null, outcome: 'kept' })
  const stored = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('try_events').select('kind').execute(),
  )
  expect(stored.length).toBeLessThanOrEqual(12)
})
