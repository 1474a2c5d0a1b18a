import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Blocker } from '#contract/blockers.ts'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { dashboardTeam } from '#server/testing/dashboard-team.ts'
import { hostileBlockers } from '#server/testing/hostile-blockers.ts'
import { runJobs } from '#server/testing/jobs.ts'
import type { Member } from '#server/testing/team.ts'

const days = Array.from({ length: 8 }, (_, at) => `2026-10-${String(10 + at)}`)
const texts = hostileBlockers['50 long lines that are alike']!(9_990)
const words = (row: number, version: number) => ({
  report_date: days[row]!,
  yesterday_work: '',
  today_plan: '',
  issues: texts(row, version),
})

async function filed({ post }: Member, version: number): Promise<string[]> {
  const ids: string[] = []
  for (const row of days.keys()) ids.push((await post('/daily-reports', words(row, row === 0 ? version : 0))).body.id)
  return ids
}

const [earlier, later] = ['2026-10-08', '2026-10-19']

/** Returns the days from which waiting jobs recompute blockers, in order. */
async function awaited(database: Parameters<typeof withEveryTeamTransaction>[0]) {
  const { rows } = await withEveryTeamTransaction(database, (db) =>
    sql<{ from: string }>`
      select payload ->> 'from' as from from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'backfill-blockers-from'
      order by 1`.execute(db),
  )
  return rows.map(({ from }) => from)
}

/** Returns for each report when the blockers of its lines were opened. */
async function openedOn({ get, user }: Member) {
  const opened: string[][] = []
  for (const day of [earlier, ...days, later]) {
    const { body } = await get(`/blockers?date=${day}&limit=100`)
    const own = (body.blockers as Blocker[]).filter(({ opened_by: by }) => by === user.id)
    opened.push(own.toSorted((one, other) => one.line - other.line).map(({ opened_on: on }) => on))
  }
  return opened
}

test(
  'editing a long report recomputes the blockers of later reports in jobs (E6.01)',
  { timeout: 120_000 },
  async () => {
    const { app, database, member } = await dashboardTeam()
    const [edits, writesOnce] = [await member('早川'), await member('佐伯')]
    const [first] = await filed(edits, 0)
    await filed(writesOnce, 5)

    await edits.put(`/daily-reports/${first}`, words(0, 5))

    const from = await awaited(database)
    expect(from.map((day) => days.indexOf(day))).toEqual([expect.toSatisfy((at: number) => at > 0 && at <= 3)])
    expect(await runJobs(app)).toEqual([])
    expect(await openedOn(edits)).toEqual(await openedOn(writesOnce))
  },
)

test.each([
  ['after', later],
  ['before', earlier],
])(
  'moving a report to a day %s many long reports recomputes blockers in jobs (E6.01)',
  { timeout: 120_000 },
  async (_, day) => {
    const { app, database, member } = await dashboardTeam()
    const [moves, writesOnce] = [await member('早川'), await member('佐伯')]
    const ids = await filed(moves, 0)
    const row = day === later ? 0 : 7
    for (const at of days.keys()) if (at !== row) await writesOnce.post('/daily-reports', words(at, 0))
    const there = { ...words(row, 0), report_date: day }
    await writesOnce.post('/daily-reports', there)
    expect(await runJobs(app)).toEqual([])

    expect((await moves.put(`/daily-reports/${ids[row]}`, there)).status).toBe(200)

    // The request itself recomputes one portion from the old day and one from the new day. A portion has at most three
    // of these reports.
    expect((await awaited(database)).some((from) => from > earlier && from <= days[4]!)).toBe(true)
    expect(await runJobs(app)).toEqual([])
    expect(await openedOn(moves)).toEqual(await openedOn(writesOnce))
  },
)
