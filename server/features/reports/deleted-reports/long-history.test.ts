import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { randomFrom } from '#server/testing/random.ts'
import { runJobs } from '#server/testing/jobs.ts'
import { team } from '#server/testing/team.ts'

const dayOf = (index: number) => new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10)

/** Files `count` reports, one a day. `issuesOf` returns the blockers of each. */
async function historyOf(count: number, issuesOf: (index: number) => string) {
  const here = await team({ now: new Date('2026-11-20T03:00:00Z') })
  const author = await here.member('早川')
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const texts = { yesterday_work: '設計', today_plan: '実装', issues: issuesOf(index) }
    const { body } = await author.post('/daily-reports', { report_date: dayOf(index), ...texts })
    ids.push(body.id)
  }
  const readTeam = <T>(read: Parameters<typeof withTeamTransaction<T>>[2]) =>
    withTeamTransaction(here.database, { teamId: here.teamId }, read)
  const readCopies = () =>
    readTeam(async (db) => (await db.selectFrom('deleted_report_rows').select('id').execute()).length)
  const readBlockers = () =>
    readTeam(async (db) => ({
      blockers: await db.selectFrom('blockers').selectAll().orderBy('id').execute(),
      lines: await db
        .selectFrom('blocker_events')
        .select(['report_id', 'line', 'blocker_id', 'kind', 'day'])
        .orderBy('report_id')
        .orderBy('line')
        .execute(),
    }))
  return { ...here, author, ids, readBlockers, readCopies }
}

test('a deleted report’s copy stays small even if many reports name the same blockers (E6.01)', async () => {
  const lines = ['VPN が遅い', '鍵が無い', '契約書の返事待ち']
  const { app, author, ids, readBlockers, readCopies } = await historyOf(40, () => lines.join('\n'))
  const before = await readBlockers()
  const copies: number[] = []
  for (const id of [ids[10]!, ids[30]!]) {
    await author.delete(`/daily-reports/${id}`)
    copies.push(await readCopies())
    expect((await author.post(`/daily-reports/${id}/restore`)).status).toBe(200)
    expect(await runJobs(app)).toEqual([])
    expect(await readBlockers()).toEqual(before)
  }
  const reportsOfCopy = 15 // seven reports before, the deleted one, and seven after
  expect(copies).toEqual([lines.length * (1 + reportsOfCopy), lines.length * (1 + reportsOfCopy)])
})

test.each(Array.from({ length: 4 }, (_, seed) => seed))(
  'restoring any deleted reports of a long history brings back the blockers (seed %i)',
  async (seed) => {
    const { below, oneIn } = randomFrom(seed)
    const words = ['VPN が遅い', 'VPN がとても遅い', '鍵が無い', '契約書の返事待ち']
    const { app, author, ids, readBlockers } = await historyOf(30, () => words.filter(() => !oneIn(3)).join('\n'))
    const before = await readBlockers()
    const deleted = Array.from({ length: 3 }, () => ids[below(ids.length)]!)
    for (const id of deleted) await author.delete(`/daily-reports/${id}`)
    for (const id of deleted.toReversed()) expect((await author.post(`/daily-reports/${id}/restore`)).status).toBe(200)
    expect(await runJobs(app)).toEqual([])
    expect(await readBlockers()).toEqual(before)
  },
)
