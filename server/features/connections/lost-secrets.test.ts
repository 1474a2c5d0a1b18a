import { expect, test } from 'vitest'
import { readProviders } from '#server/config-providers.ts'
import { type Database, inTeam } from '#server/db/database.ts'
import { readerOf } from '#server/environment.ts'
import { hinode } from '#server/testing/backlog-team.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { githubClient, signInAtGitHub } from '#server/testing/github.ts'
import * as standIn from '#server/testing/stand-ins.ts'
import { team } from '#server/testing/team.ts'
import { connectedTeam, people, redirectUri } from '../slack/slack.fixture.ts'

// SECRET_KEY was changed without the previous one: what is kept does not open any more.

const lose = (database: Database, teamId: string, table: 'connections' | 'slack_workspaces') =>
  inTeam(database, { teamId }, (db) =>
    db
      .updateTable(table)
      .set({ secret: Buffer.alloc(64) })
      .where('team_id', '=', teamId)
      .execute(),
  )

test('whoever signs in with GitHub still does, and their grant is kept anew', async () => {
  const github = await standIn.gitHub({
    redirectUris: ['http://localhost:3000/github/callback'],
    people: [{ login: 'misaki', email: 'misaki@example.com' }],
  })
  const providers = readProviders(
    readerOf({
      GITHUB_CLIENT_ID: githubClient.clientId,
      GITHUB_CLIENT_SECRET: githubClient.clientSecret,
      GITHUB_URL: github.url,
      GITHUB_API_URL: github.url,
    }),
  )
  const { database, member, teamId, visitor } = await team({ providers })
  const signIn = async (browser: Client) => {
    const { body } = await browser.get('/auth/github/login-url')
    const { values } = await signInAtGitHub(body.auth_url, 'misaki')
    return (await browser.post('/auth/github/login', values)).status
  }
  const kept = () =>
    inTeam(database, { teamId }, (db) =>
      db.selectFrom('connections').where('team_id', '=', teamId).select('secret').executeTakeFirstOrThrow(),
    )
  expect(await signIn(withCookies(await member()))).toBe(200)
  await lose(database, teamId, 'connections')
  expect(await signIn(withCookies(visitor()))).toBe(200)
  expect((await kept()).secret).not.toEqual(Buffer.alloc(64))
})

test.each([
  ['github', 'GitHub'],
  ['jira', 'Jira'],
  ['backlog', 'Backlog'],
] as const)('whoever imports from %s reads that it has to be connected again', async (source, name) => {
  const { database, member, teamId, connect } = await hinode()
  const me = await member()
  await connect(me, source)
  await lose(database, teamId, 'connections')
  expect(await me.post(`/backlogs/${source}/issues/import`)).toMatchObject({
    status: 400,
    body: {
      code: 'connection_refused',
      message: `${name}がこの接続を受け付けません。入力を確かめるか、もう一度接続してください。`,
    },
  })
})

test('whoever looks for people in Slack reads that it has to be connected again', async () => {
  const slack = await standIn.slack({ redirectUris: [redirectUri], people })
  const { me, database, teamId } = await connectedTeam(slack)
  await lose(database, teamId, 'slack_workspaces')
  expect(await me.get('/slack/users')).toMatchObject({
    status: 400,
    body: { message: 'Slackがこの接続を受け付けません。入力を確かめるか、もう一度接続してください。' },
  })
})
