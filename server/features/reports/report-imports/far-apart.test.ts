import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'

const days = ['2026-01-05', '2026-01-06', '2026-06-01', '2026-11-18']

test('an import of reports with distant dates and its undo use several transactions (E6.01)', async () => {
  const { database, member, teamId } = await team({ now: new Date('2026-11-20T03:00:00Z') })
  const me = await member()
  const countTransactions = () =>
    withTeamTransaction(database, { teamId }, async (db) => {
      const { rows } = await sql<{ count: number }>`
        select count(distinct xmin::text)::int as count from report_import_rows`.execute(db)
      return rows[0]!.count
    })
  const table = ['date,yesterday,today,blockers', ...days.map((day) => `${day},設計,実装,VPN が遅い`)].join('\n')
  const { body } = await me.post('/import', table, { 'content-type': 'text/csv' })
  expect(body.new).toBe(days.length)
  await expect.poll(async () => (await me.get(`/import/${body.id}`)).body.state).toBe('done')
  expect(await countTransactions()).toBe(3)
  expect((await me.delete(`/import/${body.id}`)).status).toBe(200)
  expect(await countTransactions()).toBe(3)
  expect((await me.get('/blockers')).body.blockers).toEqual([])
})
