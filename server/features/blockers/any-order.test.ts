import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { randomFrom } from '#server/testing/random.ts'
import type { Member } from '#server/testing/team.ts'

const days = ['2026-10-12', '2026-10-13', '2026-10-14', '2026-10-15', '2026-10-16', '2026-10-19']
const pool = [
  '検証環境のデータベースが応答しない',
  '検証環境のデータベースが応答しません',
  '検証環境がまだ応答しない',
  '契約書の返事待ち',
  '契約書の返事待ち（3日目）',
  'VPN',
]

const write = (report_date: string, issues: string) => ({ report_date, yesterday_work: '', today_plan: '', issues })

/**
 * Returns each line of each day with the name and the state of its blocker. A blocker is named after its first line.
 */
async function comesTo(who: Pick<Member, 'get' | 'user'>) {
  const first = new Map<string, string>()
  const lines: string[][] = []
  for (const day of days) {
    const { body } = await who.get(`/blockers?date=${day}`)
    const own = (body.blockers as Blocker[]).filter(({ opened_by: by }) => by === who.user.id)
    for (const { id, line, text, ...is } of own.toSorted((one, other) => one.line - other.line)) {
      const place = `${day} ${line}`
      if (!first.has(id)) first.set(id, place)
      lines.push([place, first.get(id)!, text, is.opened_on, is.state, String(is.resolution), String(is.resolved_on)])
    }
  }
  return lines
}

test.each(Array.from({ length: 16 }, (_, seed) => seed))(
  'writing, changing, moving and deleting reports in any order gives the same blockers (seed %i)',
  async (seed) => {
    const { below, oneIn } = randomFrom(seed)
    const { member } = await dashboardTeam()
    const [anyhow, inOrder] = [await member('早川'), await member('佐伯')]
    const issues = () => Array.from({ length: below(4) }, () => pool[below(pool.length)]!).join('\n')
    const reports = new Map<string, { day: string; issues: string }>()
    for (let step = 0; step < 14; step += 1) {
      const ids = [...reports.keys()]
      const id = ids[below(ids.length)]
      const free = days.filter((day) => ![...reports.values()].some((report) => report.day === day))
      if (id && oneIn(5)) {
        await anyhow.delete(`/daily-reports/${id}`)
        reports.delete(id)
      } else if (id && oneIn(2)) {
        const day = oneIn(2) && free.length > 0 ? free[below(free.length)]! : reports.get(id)!.day
        const changed = { day, issues: issues() }
        expect((await anyhow.put(`/daily-reports/${id}`, write(day, changed.issues))).status).toBe(200)
        reports.set(id, changed)
      } else if (free.length > 0) {
        const filed = { day: free[below(free.length)]!, issues: issues() }
        const { status, body } = await anyhow.post('/daily-reports', write(filed.day, filed.issues))
        expect(status).toBe(201)
        reports.set(body.id, filed)
      }
    }
    for (const { day, issues: named } of [...reports.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1)))
      await inOrder.post('/daily-reports', write(day, named))
    expect(await comesTo(anyhow)).toEqual(await comesTo(inOrder))
  },
)
