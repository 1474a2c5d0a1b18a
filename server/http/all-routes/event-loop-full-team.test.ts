import { expect, test } from 'vitest'
import { routesOf } from '#server/testing/described.ts'
import { fillTeam } from '#server/testing/full-team.ts'
import { measuredTeam, ownPath } from '#server/testing/measured-team.ts'

/** The longest time that a request may block the event loop (E6.01). */
const busyMostMs = 50

const here = measuredTeam()
const today = '2026-11-20'

/** The queries with which a call returns as much data as possible. */
const queries: Record<string, string[]> = {
  '/daily-reports': [`?report_date=${today}&limit=100`],
  '/daily-reports/days': ['?from=2026-08-20&to=2026-11-20'],
  '/export': ['?format=csv', '?format=json', '?format=xlsx'],
  '/search': ['?q=確認', '?q=ab'],
  '/absences': ['?from=2025-12-01&until=2026-12-31'],
  '/holidays': ['?from=2025-12-01&until=2026-12-31'],
  '/daily-reports/draft': [`?date=${today}`],
  '/due-reports': [`?date=${today}`],
  '/monthly-reports/achievement/my': ['?month=2026-11'],
  '/week': [`?date=${today}`],
}

test('no response of the largest team blocks the event loop for over 50 ms (E6.01)', { timeout: 240_000 }, async () => {
  const { app, administrator, database, teamId, measure } = await here
  const member = await administrator()
  await fillTeam(database, { teamId, userId: member.user.id }, today)
  const { address } = (await member.get('/calendar')).body
  const headers = { authorization: `Bearer ${member.tokens.access_token}` }
  const found: string[] = []
  for (const { name, method, path, schema } of routesOf(app)) {
    if (method !== 'GET' || !schema || schema['hide']) continue
    const own = path === '/calendar/:file' ? new URL(address).pathname.replace('/api', '') : await ownPath(path, member)
    for (const query of queries[path] ?? ['']) {
      const turns: number[] = [] // retried, because another process may have used the CPU
      do turns.push((await measure([{ what: name, method, path: `/api${own}${query}`, headers }])).longestMs)
      while (turns.at(-1)! > busyMostMs && turns.length < 3)
      if (turns.at(-1)! > busyMostMs) found.push(`${name} ${query}: ${turns.map(Math.round).join(', ')} ms`)
    }
  }
  expect(found).toEqual([])
})
