import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { hinode, imported, issue, importIssues } from '#server/testing/backlog-team.ts'
import { team } from '#server/testing/team.ts'

test('the backlog lists my own items by priority, then newest first', async () => {
  const { member, database, teamId } = await team({ timeZone: 'Asia/Tokyo' })
  const [me, colleague] = [await member(), await member()]
  const item = (user_id: string, source_key: string, priority: 'low' | 'medium' | 'high', updated_at: string) => ({
    team_id: teamId,
    user_id,
    imported_by: user_id,
    source: 'github' as const,
    source_type: 'issue',
    source_key,
    reference: `#${source_key}`,
    backlog: `課題 ${source_key}`,
    url: `https://github.com/hinode/reserve/issues/${source_key}`,
    priority,
    updated_at: new Date(updated_at),
  })
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('backlog_items')
      .values([
        item(me.user.id, '1', 'medium', '2026-10-20T00:00:00Z'),
        item(me.user.id, '2', 'low', '2026-10-22T00:00:00Z'),
        item(me.user.id, '3', 'high', '2026-10-19T00:00:00Z'),
        item(me.user.id, '4', 'medium', '2026-10-21T00:00:00Z'),
        item(colleague.user.id, '5', 'high', '2026-10-21T00:00:00Z'),
      ])
      .execute(),
  )

  const { status, body } = await me.get('/backlogs')

  expect(status).toBe(200)
  expect(body.map(({ reference }: { reference: string }) => reference)).toEqual(['#3', '#4', '#1', '#2'])
  const url = 'https://github.com/hinode/reserve/issues/3'
  expect(body[0]).toEqual(
    imported(3, { user_id: me.user.id, url, priority: 'high', updated_at: '2026-10-19T09:00:00+09:00' }),
  )
})

test('the backlog lists many items page by page', async () => {
  const { tracker, member, connect } = await hinode()
  const me = await member()
  await connect(me, 'github')
  tracker.issues = Array.from({ length: 130 }, (_, index) => issue(index, { updatedAt: '2026-10-20T09:00:00Z' }))
  await importIssues(me)
  const page = async (query: string) => (await me.get(`/backlogs${query}`)).body.map(({ id }: { id: number }) => id)
  const [first, second] = [await page(''), await page('?offset=100')]
  expect([first.length, second.length]).toEqual([100, 30])
  expect(new Set([...first, ...second]).size).toBe(130)
  expect(await page('?limit=2&offset=99')).toEqual([first[99], second[0]])
})

test.each(['limit=0', 'limit=101', 'offset=-1'])('the backlog rejects the query %s', async (query) => {
  const { member } = await team()
  expect((await (await member()).get(`/backlogs?${query}`)).status).toBe(400)
})

test('the backlog is empty before the first import', async () => {
  const { member } = await team()
  expect((await (await member()).get('/backlogs')).body).toEqual([])
})
