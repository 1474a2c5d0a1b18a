import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReportImport } from '#contract/import.ts'
import { limits } from '#contract/limits.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'

/** Creates two administrators. An import of one of them has replaced a report of the other. */
async function replacedReport() {
  const asakai = await team({ now: new Date('2026-11-20T03:00:00Z') })
  const [misaki, ren] = [await asakai.member('佐伯'), await asakai.member('早川')]
  await misaki.post('/daily-reports', { report_date: '2026-11-18', yesterday_work: '設計', today_plan: '', issues: '' })
  await withTeamTransaction(asakai.database, asakai, (db) =>
    db.updateTable('users').set({ is_admin: true }).where('id', '=', ren.user.id).execute(),
  )
  const take = async (day: string, of: Member, yesterday = 'a'): Promise<ReportImport> => {
    asakai.clock.now = new Date(asakai.clock.now.getTime() + 1_000)
    const file = `date,email,yesterday,today,blockers\n${day},${of.user.email},${yesterday},b,`
    return (await ren.post('/import?existing=replace', file, { 'content-type': 'text/csv' })).body
  }
  const listed = async () => ((await misaki.get('/import')).body as ReportImport[]).map(({ id }) => id)
  return { ...asakai, misaki, ren, take, listed, replaced: await take('2026-11-18', misaki) }
}

const octoberDay = (index: number) => `2026-10-${String(index + 1).padStart(2, '0')}`

test.each(['own reports', 'reports of others'])(
  'an import that replaced another member’s report stays listed after many imports of %s (E4.07)',
  async (whose) => {
    const { misaki, ren, take, listed, replaced } = await replacedReport()
    let last: ReportImport | undefined
    for (let index = 0; index < 31; index++)
      last = await take(octoberDay(index), whose === 'own reports' ? ren : misaki)
    const ids = await listed()
    expect(ids).toEqual(expect.arrayContaining([replaced.id, last!.id]))
    expect(ids.length).toBeLessThanOrEqual(50)
    expect((await misaki.delete(`/import/${replaced.id}`)).body).toMatchObject({ state: 'undone', restored: 1 })
    expect(await listed()).not.toContain(replaced.id)
  },
)

test('all imports that replaced reports of others stay listed, and too many are refused (E4.07)', async () => {
  const { database, teamId, misaki, ren, take, listed, replaced } = await replacedReport()
  await withTeamTransaction(database, { teamId }, (db) =>
    sql`
      insert into report_imports (team_id, id, user_id, begun_by, begun_with, created_at, fields, total, filed, added, changed,
        refused, changed_of_others, alive_at, ended_at)
      select team_id, gen_random_uuid(), user_id, begun_by, begun_with, created_at + n * interval '1 second', fields, 2, 2, 0, 2,
        0, 2, alive_at, ended_at
      from report_imports, generate_series(1, ${limits.importsReplacing - 1}) n where id = ${replaced.id}`.execute(db),
  )
  expect(await listed()).toHaveLength(limits.importsReplacing)
  expect(await listed()).toContain(replaced.id)
  expect(await take('2026-11-18', misaki, 'c')).toMatchObject({ code: 'too_many_imports' })
  expect(await take('2026-11-18', ren)).toMatchObject({ id: expect.any(String) })
  expect((await misaki.delete(`/import/${replaced.id}`)).status).toBe(200)
  expect(await take('2026-11-18', misaki, 'c')).toMatchObject({ id: expect.any(String) })
})
