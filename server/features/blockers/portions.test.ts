import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { runJobs } from '#server/testing/jobs.ts'
import type { Member } from '#server/testing/team.ts'

const newest = Date.parse('2026-10-19')
const dayOf = (at: number) => new Date(newest - (17 - at) * 24 * 60 * 60_000).toISOString().slice(0, 10)
const days = Array.from({ length: 18 }, (_, at) => dayOf(at))
const letter = (at: number) => String.fromCodePoint(0x4e00 + at)

/**
 * Returns 190 lines, ten of them new each day. Jobs recompute most of 18 such reports, because a portion is smaller.
 */
const issues = (day: number, version = 0) =>
  Array.from({ length: 190 }, (_, at) => `${letter(day * 10 + at + version * 7)}の返事待ち`).join('\n')
const words = (day: number, version?: number) => ({
  report_date: dayOf(day),
  yesterday_work: '',
  today_plan: '',
  issues: issues(day, version),
})

/** Returns each line of each day with its blocker. A blocker is named after its first line. */
async function blockersOf({ get, user }: Pick<Member, 'get' | 'user'>) {
  const first = new Map<string, string>()
  const lines: string[][] = []
  for (const day of days) {
    const pages = await Promise.all(
      [0, 100, 200, 300].map((offset) => get(`/blockers?date=${day}&limit=100&offset=${offset}`)),
    )
    const own = pages.flatMap(({ body }) => body.blockers as Blocker[]).filter(({ opened_by: by }) => by === user.id)
    for (const { id, line, text, ...is } of own.toSorted((one, other) => one.line - other.line)) {
      const place = `${day} ${line}`
      if (!first.has(id)) first.set(id, place)
      lines.push([place, first.get(id)!, text, is.opened_on, is.state, String(is.resolution), String(is.resolved_on)])
    }
  }
  return lines
}

test(
  'changing one of many long reports gives the same blockers as writing them in order',
  { timeout: 120_000 },
  async () => {
    const { app, member } = await dashboardTeam()
    const [changed, inOrder] = [await member('早川'), await member('佐伯')]
    const ids: string[] = []
    for (const [day] of days.entries()) {
      const { status, body } = await changed.post('/daily-reports', words(day))
      expect(status).toBe(201)
      ids.push(body.id)
    }
    await changed.put(`/daily-reports/${ids[0]}`, words(0, 1))
    await changed.put(`/daily-reports/${ids[12]}`, words(12, 2))
    await changed.delete(`/daily-reports/${ids[3]}`)
    await changed.post(`/daily-reports/${ids[3]}/restore`, {})
    await changed.delete(`/daily-reports/${ids[15]}`)
    for (const [day] of days.entries())
      if (day !== 15) await inOrder.post('/daily-reports', words(day, day === 0 ? 1 : day === 12 ? 2 : 0))
    expect(await runJobs(app)).toEqual([])
    const found = await blockersOf(changed)
    expect(found.length).toBeGreaterThan(1_000)
    expect(found).toEqual(await blockersOf(inOrder))
  },
)
