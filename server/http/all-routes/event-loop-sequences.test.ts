import { expect, test } from 'vitest'
import { hostileBlockers } from '#server/testing/hostile-blockers.ts'
import { usualOrLong } from '#server/testing/long.ts'
import { type Case, measuredTeam } from '#server/testing/measured-team.ts'
import type { Member } from '#server/testing/team.ts'

/** The longest time that a request may block the event loop (E6.01). */
const busyMostMs = 50

const here = measuredTeam()

const newest = Date.parse('2026-11-19')
const dayBefore = (days: number) => new Date(newest - days * 24 * 60 * 60_000).toISOString().slice(0, 10)

const table = (rows: number, issues: (row: number) => string) =>
  ['date,blockers', ...Array.from({ length: rows }, (_, row) => `${dayBefore(row)},"${issues(row)}"`)].join('\n')

/** Sends requests as one member. Returns a line for each request that blocks the event loop for too long. */
async function sequence(member: Member) {
  const { measure } = await here
  const found: string[] = []
  const headers = { authorization: `Bearer ${member.tokens.access_token}` }
  const send = async (what: string, call: string, body?: unknown) => {
    const [method, path] = call.split(' ') as [string, string]
    const sent: Pick<Case, 'body' | 'headers'> =
      typeof body === 'string'
        ? { body, headers: { ...headers, 'content-type': 'text/csv' } }
        : body
          ? { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
          : { headers }
    const { longestMs } = await measure([{ what, method, path: `/api${path}`, mustSucceed: true, ...sent }])
    if (longestMs > busyMostMs) found.push(`${what}: ${Math.round(longestMs)} ms`)
  }
  return { send, found }
}

/** Sends every request about a report that is followed by many other reports, and about an import. */
async function everything(member: Member, rows: number, issues: (row: number, version: number) => string) {
  const { send, found } = await sequence(member)
  await send(
    'import',
    'POST /import',
    table(rows, (row) => issues(row, 0)),
  )
  const finished = async (state: string) =>
    expect
      .poll(async () => (await member.get('/import')).body[0]?.state, { timeout: 500_000, interval: 200 })
      .toBe(state)
  await finished('done')
  const reports = async (date: string) =>
    (await member.get(`/daily-reports?report_date=${date}`)).body.reports.find(
      (report: { user_id: string }) => report.user_id === member.user.id,
    )
  const words = (version: number) => ({ yesterday_work: 'a', today_plan: 'a', issues: issues(0, version) })
  for (const [place, days] of [
    ['first', rows - 1],
    ['newest', 0],
  ] as const) {
    const report_date = dayBefore(days)
    const { id } = await reports(report_date)
    await send(`edit of the ${place}`, `PUT /daily-reports/${id}`, { report_date, ...words(1) })
    await send(`rewording of the ${place}`, `PUT /daily-reports/${id}`, { report_date, ...words(2) })
    await send(`deletion of the ${place}`, `DELETE /daily-reports/${id}`)
    await send(`restoring of the ${place}`, `POST /daily-reports/${id}/restore`)
    await send(`move of the ${place}`, `PUT /daily-reports/${id}`, { report_date: '2026-11-20', ...words(2) })
    await send(`move back of the ${place}`, `PUT /daily-reports/${id}`, { report_date, ...words(2) })
  }
  await send('reading', 'GET /blockers')
  const [blocker] = (await member.get('/blockers')).body.blockers
  if (blocker) await send('resolution', `PATCH /blockers/${blocker.id}`, { state: 'resolved' })
  const [{ id }] = (await member.get('/import')).body
  await send('undo', `DELETE /import/${id}`)
  return found
}

const reports = usualOrLong(3, 10)

test.each(Object.entries(hostileBlockers))(
  'long reports with %s block the event loop for at most 50 ms (E6.01)',
  { timeout: 240_000 },
  async (_, issues) => {
    const { administrator } = await here
    expect(await everything(await administrator(), reports, issues(9_990))).toEqual([])
  },
)
