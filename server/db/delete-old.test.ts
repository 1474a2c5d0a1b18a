import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import { deleteOldRows } from './delete-old.ts'

test('only old rows are deleted, in every team and in portions', async () => {
  const offices = [await team(), await team()]
  const old = new Date('2020-01-01T00:00:00Z')
  for (const { database, teamId } of offices)
    await withTeamTransaction(database, { teamId }, (db) =>
      sql`
        insert into slack_replies (team_id, channel, ts, report_id, edited, created_at)
        select t.id, 'C1', n::text, gen_random_uuid(), '', case when n <= 5 then ${old}::timestamptz else now() end
        from teams t, generate_series(1, 7) n where t.id = ${teamId}`.execute(db),
    )
  const [first] = offices
  const isOld = sql<boolean>`created_at <= ${old}`
  await deleteOldRows(first!.database, 'slack_replies', { key: ['channel', 'ts'], isOld, atOnce: 2 })
  for (const { database, teamId } of offices) {
    const left = await withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('slack_replies').where('team_id', '=', teamId).select('ts').orderBy('ts').execute(),
    )
    expect(left).toEqual([{ ts: '6' }, { ts: '7' }])
  }
})
