import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import { changeByEmail, listEverybody, makeResetLink } from './operations.ts'

test('the operator’s list of members is ordered by team age and then by email', async () => {
  const younger = await team()
  const older = await team({ database: younger.database })
  const { database } = younger
  for (const [{ teamId }, name, created] of [
    [older, 'A', '2026-01-01'],
    [younger, 'B', '2026-02-01'],
  ] as const)
    await withTeamTransaction(database, { teamId }, (db) =>
      sql`update teams set name = ${name}, created_at = ${created} where id = ${teamId}`.execute(db),
    )
  await younger.member('早川', { email: 'c@example.com' })
  await older.member('藤井', { email: 'b@example.com' })
  await younger.member('小野寺', { email: 'a@example.com' })
  await older.member('三浦', { email: 'd@example.com' })
  const gone = await younger.member('中原', { email: 'gone@example.com' })
  await withTeamTransaction(database, younger, (db) =>
    db.updateTable('users').set({ is_active: false, left_at: new Date() }).where('id', '=', gone.user.id).execute(),
  )

  const listed = async () => (await listEverybody(younger.app.services)).map((each) => `${each.team} ${each.email}`)
  expect(await listed()).toEqual(['A b@example.com', 'A d@example.com', 'B a@example.com', 'B c@example.com'])

  await changeByEmail(younger.app.services, 'A@example.com', { is_active: false })
  const active = (await listEverybody(younger.app.services)).map(({ is_active }) => is_active)
  expect(active).toEqual([true, true, false, true])
  const link = makeResetLink(younger.app.services, 'gone@example.com', '')
  await expect(link).rejects.toMatchObject({ code: 'not_found' })
})
