import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { gitHubTeam } from './github.fixture.ts'

test('a GitHub sign-in keeps the issue import’s state, and a new connection resets it', async () => {
  const { member, visitor, database, teamId, clock, goThrough } = await gitHubTeam('misaki')
  const me = await member()
  expect(await goThrough(me)).toBe(200)
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .insertInto('backlog_syncs')
      .values({ team_id: teamId, user_id: me.user.id, source: 'github', synced_at: clock.now })
      .execute(),
  )
  const syncs = async () => (await me.get('/backlogs/syncs')).body

  expect(await goThrough(visitor())).toBe(200)
  expect(await syncs()).toMatchObject([{ source: 'github' }])
  expect(await goThrough(me)).toBe(200)
  expect(await syncs()).toEqual([])
})
