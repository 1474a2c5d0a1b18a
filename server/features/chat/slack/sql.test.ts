import { expect, test } from 'vitest'
import { type Db, withTeamTransaction } from '#server/db/database.ts'
import { team } from '#server/testing/team.ts'
import * as slack from './sql.ts'

async function twoMembers() {
  const { database, member, teamId } = await team()
  const [misaki, naoki] = [(await member('佐伯')).user.id, (await member('早川')).user.id]
  const within = <T>(work: (db: Db) => Promise<T>) => withTeamTransaction(database, { teamId }, work)
  const connect = (user_id: string, provider: 'slack' | 'jira', subject: string | null) =>
    within((db) =>
      db.insertInto('connections').values({ team_id: teamId, user_id, provider, account: '日の出', subject }).execute(),
    )
  return { connect, misaki, naoki, teamId, within }
}

test('Slack counts as connected only for a member who has connected it', async () => {
  const { connect, misaki, naoki, teamId, within } = await twoMembers()
  await connect(misaki, 'jira', null)
  expect(await within((db) => slack.selectIsConnected(db, { teamId }))).toBe(false)
  await connect(naoki, 'slack', 'U-NAOKI')
  expect(await within((db) => slack.selectIsConnected(db, { teamId }))).toBe(true)
})

test('selectMembers returns each member, with a Slack id if the member connected Slack', async () => {
  const { connect, misaki, naoki, teamId, within } = await twoMembers()
  await connect(misaki, 'slack', 'U-MISAKI')
  await connect(naoki, 'jira', 'naoki')
  const members = await within((db) => slack.selectMembers(db, { teamId }))
  expect(Object.fromEntries(members.map(({ id, subject }) => [id, subject]))).toEqual({
    [misaki]: 'U-MISAKI',
    [naoki]: null,
  })
})

test('a Slack workspace’s new secret is stored only if the old one has not changed', async () => {
  const { misaki, teamId, within } = await twoMembers()
  const [older, newer, newest] = ['older', 'newer', 'newest'] as const
  const workspace = { workspaceId: teamId, name: '日の出', secret: newer }
  await within((db) => slack.upsertWorkspace(db, { teamId, userId: misaki }, workspace, new Date(0)))
  expect(await within((db) => slack.selectIsWorkspaceUsed(db, teamId))).toBe(true)
  expect(await within((db) => slack.selectIsWorkspaceUsed(db, misaki))).toBe(false)

  const secret = async () => (await within((db) => slack.selectWorkspace(db, { teamId })))?.secret
  await within((db) => slack.updateSecret(db, { teamId }, { from: older, to: newest }))
  expect(await secret()).toEqual(newer)
  await within((db) => slack.updateSecret(db, { teamId }, { from: newer, to: newest }))
  expect(await secret()).toEqual(newest)
})
