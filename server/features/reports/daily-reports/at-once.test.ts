import { expect, test, vi } from 'vitest'
import { liftTimeout } from '#server/testing/shorten-timeouts.ts'
import { team } from '#server/testing/team.ts'

vi.setConfig({ testTimeout: 300_000 }) // milliseconds, because a busy machine is slow to file a year

const now = new Date('2026-11-20T03:00:00Z')
const first = '2026-11-02'
const later = Array.from({ length: 12 }, (_, index) => `2026-11-${String(3 + index).padStart(2, '0')}`)
const draft = (report_date: string, issues = 'VPN が遅い') => ({
  report_date,
  yesterday_work: '設計',
  today_plan: '実装',
  issues,
})
const rounds = Array.from({ length: 12 }, (_, round) => round)

/** Creates an administrator and a member. All reports of the member name one blocker. */
async function office() {
  liftTimeout(6_000) // lifts the limit after which an import continues in the background
  const here = await team({ now })
  const [misaki, ren] = [await here.member('佐伯'), await here.member('早川')]
  const ids: string[] = []
  for (const day of [first, ...later]) ids.push((await ren.post('/daily-reports', draft(day))).body.id)
  const importYear = (round: number) =>
    misaki.post(
      '/import?existing=replace',
      ['date,email,today', ...later.map((day) => `${day},${ren.user.email},${round}`)].join('\n'),
      { 'content-type': 'text/csv' },
    )
  /** Makes the first report begin a blocker, so that the blockers of all later reports are recomputed. */
  const prepare = () => ren.put(`/daily-reports/${ids[0]}`, draft(first, ''))
  const change = () => ren.put(`/daily-reports/${ids[0]}`, draft(first))
  /** Changes the first report again and again until `act` has ended. @returns the different statuses */
  const meanwhile = async (act: Promise<{ status: number }>) => {
    const seen = new Set<number>()
    const writing = new Set([act])
    const acted = act.finally(() => writing.clear())
    do for (const write of [prepare, change]) seen.add((await write()).status)
    while (writing.size > 0)
    return [...seen.add((await acted).status)]
  }
  return { ...here, misaki, ren, ids, importYear, prepare, change, meanwhile }
}

const statuses = async (...answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

test('a member can change a report while an administrator imports reports of that member', async () => {
  const { importYear, meanwhile } = await office()
  for (const round of rounds) expect(await meanwhile(importYear(round))).toEqual([200])
})

test('a member can change a report while an administrator undoes an import of that member’s reports', async () => {
  const { misaki, importYear, meanwhile } = await office()
  for (const round of rounds) {
    const { body } = await importYear(round)
    expect(await meanwhile(misaki.delete(`/import/${body.id}`))).toEqual([200])
  }
})

test('a member can change a report while deleting or restoring a later one', async () => {
  const { ren, ids, prepare, change } = await office()
  for (const _ of rounds) {
    await prepare()
    expect(await statuses(change(), ren.delete(`/daily-reports/${ids[5]}`))).toEqual([200, 204])
    await prepare()
    expect(await statuses(change(), ren.post(`/daily-reports/${ids[5]}/restore`))).toEqual([200, 200])
  }
})

test('a member can change two reports at once', async () => {
  const { ren, ids, prepare, change } = await office()
  for (const round of rounds) {
    await prepare()
    const other = ren.put(`/daily-reports/${ids[5]}`, draft(later[4]!, `VPN が遅い\n${round}`))
    expect(await statuses(other, change())).toEqual([200, 200])
  }
})

test('moving a report to a day fails with report_exists if the day gets another report meanwhile', async () => {
  const { ren, ids } = await office()
  for (const round of rounds.slice(0, 4)) {
    const day = `2026-11-${16 + round}`
    const answers = await statuses(
      ren.post('/daily-reports', draft(day)),
      ren.put(`/daily-reports/${ids[round]}`, draft(day)),
    )
    expect(answers.filter((status) => status === 409)).toHaveLength(1)
    expect(Math.max(...answers)).toBe(409)
  }
})
