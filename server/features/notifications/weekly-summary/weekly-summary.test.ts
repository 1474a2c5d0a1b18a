import { v7 as newId } from 'uuid'
import { expect, test } from 'vitest'
import type { Week } from '#contract/week.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { type Client, client } from '#server/testing/client.ts'
import { type Member, newAddress, team } from '#server/testing/team.ts'

const report = (report_date: string, yesterday_work: string, issues = '') => ({
  report_date,
  yesterday_work,
  today_plan: '設計',
  issues,
})

/** Creates Misaki and Ren in Tokyo. */
async function people() {
  const here = await team({ now: new Date('2040-10-08T01:00:00Z') })
  const [misaki, ren] = [await here.member('佐伯', { first_name: '美咲' }), await here.member('早川')]
  const signedIn = async ({ user }: Member): Promise<Client> => {
    const tokens = await startSession(here.app.services, { teamId: here.teamId, userId: user.id }, 'password')
    return client(here.app, newAddress(), { authorization: `Bearer ${tokens.access_token}` })
  }
  /** Moves the clock to a day in October and signs both in again: their access tokens have expired by then. */
  const on = async (day: number, hour = 10) => {
    here.clock.now = new Date(Date.UTC(2040, 9, day, hour - 9))
    return { misaki: await signedIn(misaki), ren: await signedIn(ren) }
  }
  return {
    on,
    weekOf: async (member: Client, date = '') => (await member.get(`/week${date && `?date=${date}`}`)).body as Week,
  }
}

test('the weekly summary shows the days of the caller, not those of other members', async () => {
  const { on, weekOf } = await people()
  const { misaki, ren } = await on(19)
  for (const [day, work] of [
    ['19', '木曜の仕事'],
    ['18', '火曜の実装'],
    ['16', '・設計の見直し'],
    ['15', '先週の金曜'],
    ['12', '先週の木曜'],
  ] as const)
    await misaki.post('/daily-reports', report(`2040-10-${day}`, work))
  await ren.post('/daily-reports', report('2040-10-16', '早川だけの仕事'))
  await misaki.put(`/absences/${newId()}`, { from: '2040-10-17', until: '2040-10-17', half: null })
  const week = await weekOf(misaki)
  expect(week).toMatchObject({ from: '2040-10-15', until: '2040-10-19', closed: false, reports: 4 })
  expect(week.days).toEqual([
    { date: '2040-10-15', work: '・設計の見直し', off: false },
    { date: '2040-10-16', work: '火曜の実装', off: false },
    { date: '2040-10-17', work: '', off: true },
    { date: '2040-10-18', work: '木曜の仕事', off: false },
    { date: '2040-10-19', work: '設計', off: false, planned: true },
  ])
  expect(JSON.stringify(week)).not.toContain('早川だけの仕事')
  expect(await weekOf((await on(19, 17)).misaki)).toMatchObject({ closed: true })
})

test('a report counts for its author’s previous working day', async () => {
  const { on, weekOf } = await people()
  const { misaki, ren } = await on(19)
  const { id } = (await ren.get('/users/me')).body as { id: string }
  await misaki.patch(`/users/${id}/schedule`, { working_days: [1, 3] })
  await ren.post('/daily-reports', report('2040-10-17', '月曜の仕事'))
  expect((await weekOf(ren)).days).toMatchObject([
    { date: '2040-10-15', work: '月曜の仕事' },
    { date: '2040-10-17', work: '設計' },
  ])
})

test('the first report after joining or after an absence counts for the working day before', async () => {
  const { on, weekOf } = await people() // joined on a Monday
  const { misaki, ren } = await on(8)
  await ren.post('/daily-reports', report('2040-10-08', '入社前の仕事'))
  expect((await weekOf(ren, '2040-10-05')).days).toMatchObject([{ date: '2040-10-05', work: '入社前の仕事' }])
  await misaki.put(`/absences/${newId()}`, { from: '2040-10-09', until: '2040-11-09', half: null })
  const back = await on(43)
  await back.misaki.post('/daily-reports', report('2040-11-12', '休みの前の仕事'))
  const { reports, days } = await weekOf(back.misaki, '2040-10-08')
  expect({ reports, first: days[0] }).toMatchObject({
    reports: 0,
    first: { date: '2040-10-08', work: '休みの前の仕事' },
  })
})

test('the weekly summary lists the team’s blockers with their state, unresolved ones first', async () => {
  const { on, weekOf } = await people()
  const { ren } = await on(11)
  await ren.post('/daily-reports', report('2040-10-11', '', '前の週に解決\n古い困りごと'))
  const { blockers } = (await ren.get('/blockers')).body as { blockers: { id: string; text: string }[] }
  const resolve = (member: Client, text: string) =>
    member.patch(`/blockers/${blockers.find((blocker) => blocker.text === text)!.id}`, { state: 'resolved' })
  await resolve(ren, '前の週に解決')
  await (await on(16)).misaki.post('/daily-reports', report('2040-10-16', '', 'DBが応答しない'))
  await resolve((await on(17)).ren, '古い困りごと')
  const { misaki } = await on(19)
  const texts = async (date?: string) => (await weekOf(misaki, date)).blockers.map(({ text, state }) => [text, state])
  expect(await texts()).toEqual([
    ['DBが応答しない', 'open'],
    ['古い困りごと', 'resolved'],
  ])
  expect(await texts('2040-10-10')).toEqual([
    ['古い困りごと', 'resolved'],
    ['前の週に解決', 'resolved'],
  ])
})

test('the weekly summary lists blockers that were resolved on Monday or first named on Sunday', async () => {
  const { on, weekOf } = await people()
  await (await on(12)).ren.post('/daily-reports', report('2040-10-12', '', '月曜に解決'))
  const { ren } = await on(15)
  const { blockers } = (await ren.get('/blockers')).body as { blockers: { id: string }[] }
  await ren.patch(`/blockers/${blockers[0]!.id}`, { state: 'resolved' })
  const { misaki } = await on(21)
  await misaki.post('/daily-reports', report('2040-10-21', '', '日曜に始まる'))
  expect((await weekOf(misaki, '2040-10-19')).blockers.map(({ text }) => text)).toEqual(['日曜に始まる', '月曜に解決'])
})

test('the weekly summary lists Keeps and Tries, but no Problems', async () => {
  const { on, weekOf } = await people()
  await (await on(12)).ren.post('/insights', { type: 'keep', note: '先週' })
  const { misaki, ren } = await on(16)
  await ren.post('/insights', { type: 'try', note: '紙で試す' })
  await misaki.post('/insights', { type: 'problem', note: '遅い' })
  await misaki.post('/insights', { type: 'keep', note: '先に書き出す' })
  expect((await weekOf((await on(19)).misaki)).insights.map(({ type, note }) => [type, note])).toEqual([
    ['keep', '先に書き出す'],
    ['try', '紙で試す'],
  ])
})

test('the weekly summary refuses an invalid day', async () => {
  const { on } = await people()
  expect((await (await on(19)).misaki.get('/week?date=2040-02-30')).status).toBe(400)
})
