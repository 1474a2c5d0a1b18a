import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import { selectOwner } from './sql.ts'

test('each webhook belongs to the member who connected it', async () => {
  const { database, member, teamId } = await team()
  const owners = [
    { provider: 'google-chat', user_id: (await member('佐伯')).user.id },
    { provider: 'discord', user_id: (await member('早川')).user.id },
  ] as const
  for (const owner of owners)
    await withTeamTransaction(database, { teamId }, (db) =>
      db
        .insertInto('connections')
        .values({ team_id: teamId, account: '日の出', ...owner })
        .execute(),
    )
  for (const { provider, user_id } of owners)
    expect(await withTeamTransaction(database, { teamId }, (db) => selectOwner(db, { teamId }, provider))).toEqual({
      user_id,
    })
})
