import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { dashboard, dashboardTeam, stats } from '#server/testing/dashboard-team.ts'
import type { Member } from '#server/testing/team.ts'
import { countWaiting, followBlockers, backfillBlockers } from './operations.ts'
import { unfollowedSince } from './unfollowed-members.ts'

const words = { yesterday_work: '設計', today_plan: '実装' }
const none = [
  'なし',
  '特になし。',
  '現在、特にございません。',
  'I’m not blocked.',
  'None',
  'n/a',
  'Ｎ／Ａ',
  'Keine.',
  'Rien à signaler',
  '没有',
  'Ei ole',
  '-',
  '- なし\n- none',
]

async function office() {
  const parts = await dashboardTeam()
  const ren = await parts.member('早川')
  const importTable = async (table: string) =>
    parts.app.inject({
      method: 'POST',
      url: '/api/import',
      headers: { authorization: `Bearer ${ren.tokens.access_token}`, 'content-type': 'text/csv' },
      payload: table,
    })
  return { ...parts, ren, importTable }
}

type Write = (here: Awaited<ReturnType<typeof office>>, date: string, issues: string) => Promise<unknown>
const writes: Record<string, Write> = {
  'a new report': ({ ren }, report_date, issues) => ren.post('/daily-reports', { ...words, report_date, issues }),
  'a changed report': async ({ ren }, report_date, issues) => {
    const { body } = await ren.post('/daily-reports', { ...words, report_date, issues: 'VPN' })
    await ren.put(`/daily-reports/${body.id}`, { ...words, report_date, issues })
  },
  'an import': ({ importTable }, date, issues) =>
    importTable(`date,yesterday,today,blockers\n${date},設計,実装,"${issues}"\n`),
}

const nothingOf = async (who: Pick<Member, 'get'>) => {
  for (const query of ['', '?state=open', '?state=resolved', '?state=unmentioned', '?date=2026-10-19'])
    expect((await who.get(`/blockers${query}`)).body.blockers).toEqual([])
}

test.each(Object.keys(writes))('%s that only says "none" creates no blocker (E3.01)', async (way) => {
  const here = await office()
  const { ren, app, teamId } = here
  const days = none.map((_, at) => `2026-10-${String(at + 1).padStart(2, '0')}`)
  for (const [at, issues] of none.entries()) await writes[way]!(here, days[at]!, issues)
  const written: string[] = []
  for (const day of days) {
    const { reports } = (await ren.get(`/daily-reports?report_date=${day}`)).body
    written.push(...reports.map(({ issues }: { issues: string }) => issues))
  }
  expect(written).toEqual(none)
  await nothingOf(ren)
  expect((await dashboard(ren)).blockers).toEqual([])
  expect((await stats(ren)).open_blockers).toBe(0)
  expect(await countWaiting(app.services, { teamId })).toBe(0)
  const { body: month } = await ren.get('/monthly-reports/achievement/my?year=2026&month=10')
  expect(JSON.stringify(month)).not.toMatch(/"blockers":\["/u)
})

test('a line that says "none" is a blocker if the report also names another one (E3.01)', async () => {
  const { ren } = await office()
  await ren.post('/daily-reports', { ...words, report_date: '2026-10-22', issues: 'なし\nVPNが切れる' })
  expect((await ren.get('/blockers')).body.blockers).toHaveLength(2)
})

test('the hourly job removes a blocker that an older version created from "none" (E3.01)', async () => {
  const { ren, app, database, teamId } = await office()
  const { body: report } = await ren.post('/daily-reports', {
    ...words,
    report_date: '2026-10-22',
    issues: '特に無い件',
  })
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('reports')
      .set({ issues: '特になし。' })
      .where('team_id', '=', teamId)
      .where('id', '=', report.id)
      .execute(),
  )
  expect((await ren.get('/blockers')).body.blockers).toHaveLength(1)
  await backfillBlockers(app.services)
  await nothingOf(ren)
})

test('the hourly job skips a report that says "none" and was processed before', async () => {
  const { ren, app, database, teamId } = await office()
  for (const [at, issues] of none.entries())
    await ren.post('/daily-reports', { ...words, report_date: `2026-10-${10 + at}`, issues })
  expect(await withTeamTransaction(database, { teamId }, (db) => unfollowedSince(db, '2026-01-01'))).toEqual([])
  await backfillBlockers(app.services)
  await withTeamTransaction(database, { teamId }, (db) =>
    followBlockers(db, { teamId, userId: ren.user.id }, { from: '2026-10-01', before: [], now: new Date() }),
  )
  await nothingOf(ren)
})
