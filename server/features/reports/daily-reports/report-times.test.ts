import { expect, test } from 'vitest'
import type { Report } from '#contract/reports.ts'
import { reportTimeOn } from '#contract/report-time.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { startSession } from '#server/access/sessions/operations.ts'
import { team } from '#server/testing/team.ts'

const friday = '2026-11-20'
const monday = '2026-11-23'
const draft = (report_date: string) => ({ report_date, yesterday_work: '設計', today_plan: '実装', issues: '' })

/** Creates a member of a team in whose zone it is Friday noon. */
async function office() {
  const here = await team({ now: new Date(`${friday}T03:00:00Z`) })
  const member = await here.member()
  const choose = async (report_time: string) => (await member.patch('/teams/me', { report_time })).body
  const timeOf = async (day: string): Promise<Report['report_time']> =>
    (await member.get(`/daily-reports?report_date=${day}`)).body.reports[0].report_time
  return { ...here, member, colleague: () => here.member('早川'), choose, timeOf }
}

test('a team’s new writing time starts tomorrow, and older reports keep the former one (E2.04)', async () => {
  const { member, choose, timeOf } = await office()
  await member.post('/daily-reports', draft('2026-11-19'))
  const chosen = await choose('evening')
  expect(chosen).toMatchObject({ report_time: 'evening', report_time_from: '2026-11-21' })
  expect((await member.get('/users/me')).body.team).toEqual(chosen)
  expect(reportTimeOn(chosen, friday)).toBe('morning')
  expect(reportTimeOn(chosen, '2026-11-21')).toBe('evening')
  const { body } = await member.post('/daily-reports', draft(friday))
  expect(body.report_time).toBe('morning')
  expect(await timeOf('2026-11-19')).toBe('morning')
})

test('a report that is imported or written later has the writing time of its day', async () => {
  const { member, choose, timeOf, app, clock, teamId } = await office()
  await member.post('/daily-reports', draft('2026-11-19'))
  await choose('evening')
  const now = clock.now
  clock.now = new Date(`${monday}T03:00:00Z`)
  const { access_token } = await startSession(app.services, { teamId, userId: member.user.id }, 'password')
  const imported = await app.inject({
    method: 'POST',
    url: '/api/import',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'text/csv' },
    payload: `date,yesterday,today\n${monday},設計,実装\n2026-11-18,設計,実装\n`,
  })
  expect(imported.json()).toMatchObject({ new: 2 })
  clock.now = now
  expect(await timeOf(monday)).toBe('evening')
  expect(await timeOf('2026-11-18')).toBe('morning')
  const { body } = await member.post('/daily-reports', draft(friday))
  clock.now = new Date(clock.now.getTime() + 60_000)
  const moved = await member.put(`/daily-reports/${body.id}`, { ...draft('2026-11-17') })
  expect(moved.body).toMatchObject({ report_date: '2026-11-17', report_time: 'morning', status: 'edited' })
})

test('a report that moves to another day gets the writing time of that day (E2.04)', async () => {
  const { member, choose, clock, database, teamId, colleague } = await office()
  await member.post('/daily-reports', draft('2026-11-19'))
  await choose('evening')
  clock.now = new Date(`${monday}T03:00:00Z`)
  const ren = await colleague()
  const { body } = await ren.post('/daily-reports', draft('2026-11-19'))
  expect(body.report_time).toBe('morning')
  const move = async (day: string) => (await ren.put(`/daily-reports/${body.id}`, draft(day))).body.report_time
  expect(await move(monday)).toBe('evening')
  expect((await ren.get('/daily-reports/my/latest')).body.report_time).toBe('evening')
  expect(await move(friday)).toBe('morning')
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('teams')
      .set({ report_time: 'morning', report_time_from: monday })
      .where('id', '=', teamId)
      .execute(),
  )
  expect(await move(friday), 'the report stays on its day').toBe('morning')
})

test('the writing time that a team without reports chooses is valid at once', async () => {
  const { member, choose } = await office()
  expect(await choose('evening')).toMatchObject({ report_time: 'evening', report_time_from: null })
  await member.post('/daily-reports', draft(friday))
  expect(await choose('morning')).toMatchObject({ report_time: 'morning', report_time_from: '2026-11-21' })
  expect(await choose('morning')).toMatchObject({ report_time: 'morning', report_time_from: '2026-11-21' })
  expect(await choose('evening')).toMatchObject({ report_time: 'evening', report_time_from: null })
})

test('every response with a report contains the report’s writing time', async () => {
  const { member, choose } = await office()
  await member.post('/daily-reports', draft('2026-11-19'))
  await choose('evening')
  const morning = expect.objectContaining({ report_time: 'morning' })
  expect((await member.get('/daily-reports/my/latest')).body).toEqual(morning)
  expect((await member.get('/search?q=設計')).body.results).toEqual([morning])
  expect((await member.get('/monthly-reports/achievement/my?year=2026&month=11')).body).toEqual([morning])
  expect((await member.get('/export?format=json')).body.entries).toEqual([morning])
  expect((await member.get('/months/2026-11')).body.reports).toEqual([morning])
})
