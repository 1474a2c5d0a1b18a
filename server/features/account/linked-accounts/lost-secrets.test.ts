import { expect, test } from 'vitest'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { hinode } from '#server/testing/backlog-team.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { gitHubTeam } from '#server/features/sign-in/provider-sign-in/github.fixture.ts'
import { connectedTeam, people, redirectUri } from '#server/features/chat/slack/testing/slack-team.ts'

// In these tests, SECRET_KEY has changed and the previous key is lost, so stored secrets cannot be decrypted.

const lose = (database: Database, teamId: string, table: 'connections' | 'slack_workspaces') =>
  withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable(table).set({ secret: 'sealed elsewhere' }).where('team_id', '=', teamId).execute(),
  )

test('a sign-in with GitHub replaces a stored grant that cannot be decrypted', async () => {
  const { database, member, teamId, visitor, goThrough } = await gitHubTeam('misaki')
  const connection = () =>
    withTeamTransaction(database, { teamId }, (db) =>
      db.selectFrom('connections').where('team_id', '=', teamId).select('secret').executeTakeFirstOrThrow(),
    )
  expect(await goThrough(await member())).toBe(200)
  await lose(database, teamId, 'connections')
  expect(await goThrough(visitor())).toBe(200)
  expect((await connection()).secret).not.toBe('sealed elsewhere')
})

test.each([
  ['github', 'GitHub'],
  ['jira', 'Jira'],
  ['backlog', 'Backlog'],
] as const)('an import from %s asks to connect again if the stored grant cannot be decrypted', async (source, name) => {
  const { database, member, teamId, connect } = await hinode()
  const me = await member()
  await connect(me, source)
  await lose(database, teamId, 'connections')
  expect(await me.post(`/backlogs/${source}/issues/import`)).toMatchObject({
    status: 400,
    body: {
      code: 'connection_refused',
      message: `${name}がこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。`,
    },
  })
})

test('a search for Slack members asks to connect again if the token cannot be decrypted', async () => {
  const slack = await standIn.slack({ redirectUris: [redirectUri], people })
  const { me, database, teamId } = await connectedTeam(slack)
  await lose(database, teamId, 'slack_workspaces')
  expect(await me.get('/slack/users')).toMatchObject({
    status: 400,
    body: { message: 'Slackがこの接続を受け付けませんでした。入力内容を確認するか、もう一度接続してください。' },
  })
})
