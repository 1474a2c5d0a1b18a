import { expect, test } from 'vitest'
import type { Provider } from '#contract/providers.ts'
import { type Database, withTeamTransaction } from '#server/db/database.ts'
import { naughtyStrings } from '#server/testing/fixtures.ts'
import { keyring } from '#server/testing/backlog-team.ts'
import { team } from '#server/testing/team.ts'
import { saveConnection } from './operations.ts'

const connectedAt = new Date('2026-10-23T00:41:00Z')

/** Returns a function that stores a connection of the member, as the connect routes do. */
const connect = (database: Database, member: { teamId: string; userId: string }) => {
  const owner = { team_id: member.teamId, user_id: member.userId }
  return (provider: Provider, account: string) =>
    withTeamTransaction(database, member, (db) =>
      db
        .insertInto('connections')
        .values({ ...owner, provider, account, connected_at: connectedAt })
        .execute(),
    )
}

async function saeki() {
  const { member, database, teamId } = await team({ timeZone: 'Asia/Tokyo' })
  const [me, colleague] = [await member('佐伯'), await member('早川')]
  return {
    me,
    colleague,
    database,
    teamId,
    add: connect(database, { teamId, userId: me.user.id }),
    addToColleague: connect(database, { teamId, userId: colleague.user.id }),
  }
}

test('a new member has no connections', async () => {
  const { me } = await saeki()
  expect(await me.get('/connections')).toMatchObject({ status: 200, body: { connections: [] } })
})

test('only the owner sees a connection, with its time in the team’s time zone', async () => {
  const { me, colleague, add } = await saeki()
  await add('slack', 'hinode.slack.com')
  await add('jira', 'hinode.atlassian.net')

  expect((await me.get('/connections')).body).toEqual({
    connections: [
      { provider: 'jira', account: 'hinode.atlassian.net', connected_at: '2026-10-23T09:41:00+09:00' },
      { provider: 'slack', account: 'hinode.slack.com', connected_at: '2026-10-23T09:41:00+09:00' },
    ],
    destinations: [],
  })
  expect((await me.get('/users/me')).body.connections).toEqual({
    slack: 'hinode.slack.com',
    jira: 'hinode.atlassian.net',
  })
  expect((await colleague.get('/connections')).body).toEqual({ connections: [], destinations: [] })
  expect((await colleague.get('/users/me')).body.connections).toEqual({})
})

test('disconnecting a provider removes only the caller’s account there, and can be repeated', async () => {
  const { me, colleague, add, addToColleague } = await saeki()
  await add('jira', 'hinode.atlassian.net')
  await add('backlog', 'hinode')
  await addToColleague('jira', 'hinode.atlassian.net')

  expect((await me.delete('/connections/jira')).status).toBe(204)
  expect((await me.get('/users/me')).body.connections).toEqual({ backlog: 'hinode' })
  expect((await me.delete('/connections/jira')).status).toBe(204)
  expect((await me.get('/connections')).body.connections).toHaveLength(1)
  expect((await colleague.get('/connections')).body.connections).toHaveLength(1)
})

test('disconnecting a provider removes only the name and picture that came from that provider', async () => {
  const { me, database, teamId, add } = await saeki()
  await add('github', '@misaki-saeki')
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('users')
      .set({
        github_username: 'misaki-saeki',
        github_avatar_url: 'https://github.example/1.png',
        google_username: 'misaki',
        google_avatar_url: 'https://google.example/1.png',
      })
      .where('id', '=', me.user.id)
      .execute(),
  )
  await me.delete('/connections/github')
  expect((await me.get('/users/me')).body).toMatchObject({
    github_username: null,
    github_avatar_url: null,
    google_username: 'misaki',
    google_avatar_url: 'https://google.example/1.png',
  })
})

test.each(['facebook', 'SLACK', 'users', '__proto__', '%00'])(
  'disconnecting the unknown provider %s returns 404',
  async (provider) => {
    const { me } = await saeki()
    expect(await me.delete(`/connections/${provider}`)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  },
)

test('several members can connect the team’s Google Chat at the same time', async () => {
  const { member, database, teamId } = await team()
  const members = [await member(), ...(await Promise.all(Array.from({ length: 4 }, () => member())))]
  const outcomes = await Promise.allSettled(
    members.map(({ user }, index) => {
      const owner = { teamId, userId: user.id }
      const space = { provider: 'google-chat' as const, account: `space-${index}`, subject: null, secret: {} }
      return withTeamTransaction(database, owner, (db) =>
        saveConnection({ keyring, now: () => connectedAt }, db, owner, space),
      )
    }),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(members.map(() => 'fulfilled'))
  const lists = await Promise.all(members.map(async (each) => (await each.get('/connections')).body.connections))
  expect(lists.slice(1).flat().length).toBeLessThanOrEqual(1)
  expect(lists[0]).toHaveLength(1) // the administrator sees the team's Google Chat, whoever connected it
})

test('listing and removing connections require a session', async () => {
  const { visitor } = await team()
  expect((await visitor().get('/connections')).status).toBe(401)
  expect((await visitor().delete('/connections/slack')).status).toBe(401)
})

test('a connection shows the name of its account unchanged', async () => {
  const { me, add } = await saeki()
  const name = naughtyStrings()
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
    .join(' ')
  await add('backlog', name)
  expect((await me.get('/connections')).body.connections[0].account).toBe(name)
})
