import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'

const draft = (report_date: string) => ({ report_date, yesterday_work: '設計', today_plan: '実装', issues: '' })

/**
 * Creates a member who joined in October. It is Monday, 23 November. Friday was a holiday, so Thursday was the last due
 * day.
 */
async function office(month_approval = true) {
  const here = await team({ now: new Date('2026-11-23T03:00:00Z') })
  const [admin, member] = [await here.member('水野'), await here.member('早川')]
  await withTeamTransaction(here.database, here, (db) =>
    sql`update users set created_at = '2026-10-01' where team_id = ${here.teamId}`.execute(db),
  )
  await admin.patch('/teams/me', { month_approval })
  await admin.put('/holidays/2026-11-20', { name: '創立記念日' })
  const isLater = async (day: string) => (await member.post('/daily-reports', draft(day))).body.added_later
  return { ...here, admin, member, isLater }
}

test.each([
  ['2026-11-23', false],
  ['2026-11-22', false],
  ['2026-11-20', false],
  ['2026-11-19', false],
  ['2026-11-18', true],
  ['2026-11-15', true],
  ['2026-10-02', true],
  ['2020-01-06', true],
])('a report for %s, written on 23 November 2026, is marked as added later: %s (E2.02)', async (day, isLate) => {
  expect(await (await office()).isLater(day)).toBe(isLate)
})

test('an imported report is never marked as added later', async () => {
  expect(await (await office(false)).isLater('2026-11-18')).toBe(false)
  const { app, member } = await office()
  const imported = await app.inject({
    method: 'POST',
    url: '/api/import',
    headers: { authorization: `Bearer ${member.tokens.access_token}`, 'content-type': 'text/csv' },
    payload: 'date,yesterday,today\n2026-11-11,設計,実装\n',
  })
  expect(imported.json()).toMatchObject({ new: 1 })
  expect((await member.get('/months/2026-11')).body.reports).toMatchObject([{ added_later: false }])
})

test('an edited report keeps the mark “added later”; a moved one gets its new day’s mark', async () => {
  const { member } = await office()
  const { body: report } = await member.post('/daily-reports', draft('2026-11-18'))
  const change = async (day: string) => (await member.put(`/daily-reports/${report.id}`, draft(day))).body.added_later
  expect(await change('2026-11-18')).toBe(true)
  expect(await change('2026-11-19')).toBe(false)
  expect(await change('2026-11-17')).toBe(true)
  await member.delete(`/daily-reports/${report.id}`)
  expect((await member.post(`/daily-reports/${report.id}/restore`)).body.added_later).toBe(true)
})

test('every response with a report says whether the report was added later', async () => {
  const { admin, member, isLater } = await office()
  await isLater('2026-11-11')
  const marked = [expect.objectContaining({ added_later: true })]
  expect((await admin.get('/daily-reports?report_date=2026-11-11')).body.reports).toEqual(marked)
  expect((await admin.get(`/months/2026-11?user_id=${member.user.id}`)).body.reports).toEqual(marked)
  expect((await member.get('/monthly-reports/achievement/my?year=2026&month=11')).body).toEqual(marked)
  const { entries } = (await admin.get('/export?format=json')).body
  expect(entries).toMatchObject([{ date: '2026-11-11', added_later: 'true' }])
})
