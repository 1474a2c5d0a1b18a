import { expect, test } from 'vitest'
import type { FirstStep } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { report } from '#server/testing/dashboard-team.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Member, startApp, team } from '#server/testing/team.ts'
import { keepConnection } from '#server/features/account/linked-accounts/operations.ts'
import { openSlack, slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'

const slack = await openSlack()
const now = new Date('2026-10-23T00:30:00Z')

const open = async (member: Member): Promise<FirstStep[]> => (await member.get('/users/me')).body.team.first_steps

test('a new team has four steps, and each is crossed out for good by what does it', async () => {
  const { member, database, teamId } = await team({ now })
  const misaki = await member('佐伯')
  expect(await open(misaki)).toEqual(['team', 'invite', 'connect', 'report'])

  const saved = await misaki.patch('/teams/me', { name: '予約プロダクト' })
  expect(saved.body.first_steps).toEqual(['invite', 'connect', 'report'])

  const { body: invitation } = await misaki.post('/invitations', { email: 'ren@hinode.example' })
  await misaki.delete(`/invitations/${invitation.id}`)
  expect(await open(misaki)).toEqual(['connect', 'report'])

  await report(misaki, ['2026-10-23'])
  await withTeamTransaction(database, { teamId }, (db) =>
    db.deleteFrom('reports').where('team_id', '=', teamId).execute(),
  )
  expect(await open(misaki)).toEqual(['connect'])
})

const person = { first_name: '栞', family_name: '松本', preferred_name: '', password: 'kumo no mine ikutsu' }

test('crosses out the invitation when somebody signs up, but not for the first member', async () => {
  const { visitor } = await startApp({ database: await testDatabase() })
  const joined = async (email: string) => {
    const caller = visitor()
    expect((await caller.post('/onboarding', { ...person, email })).status).toBe(201)
    const { body } = await caller.post('/auth/login', { username: email, password: person.password })
    const authorization = `Bearer ${body.access_token}`
    return async () => (await caller.get('/users/me', { authorization })).body.team.first_steps as FirstStep[]
  }
  const stepsOfFirst = await joined('misaki@hinode.example')
  expect(await stepsOfFirst()).toEqual(['team', 'invite', 'connect', 'report'])
  await joined('naoki@hinode.example')
  expect(await stepsOfFirst()).toEqual(['team', 'connect', 'report'])
})

test('crosses out the invitation when somebody accepts one', async () => {
  const { member, visitor, database, teamId } = await team({ now })
  const misaki = await member('佐伯')
  const { body } = await misaki.post('/invitations', { email: `${crypto.randomUUID()}@hinode.example` })
  await withTeamTransaction(database, { teamId }, (db) =>
    db
      .updateTable('teams')
      .set({ first_steps: ['invite'] })
      .where('id', '=', teamId)
      .execute(),
  )
  const id = new URL(body.link).searchParams.get('token')
  const acceptance = { id, ...person, confirm_password: person.password }
  expect((await visitor().post('/invitations/accept', acceptance)).status).toBe(200)
  expect(await open(misaki)).toEqual([])
})

test('crosses out the report for the first report of any member', async () => {
  const { member } = await team({ now })
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  await report(naoki, ['2026-10-23'])
  expect(await open(misaki)).not.toContain('report')
})

test('leaves the step open if the report is refused', async () => {
  const { member } = await team({ now })
  const misaki = await member('佐伯')
  const draft = { report_date: '2026-11-23', yesterday_work: 'a', today_plan: 'b', issues: '' }
  expect((await misaki.post('/daily-reports', draft)).status).toBe(400)
  expect(await open(misaki)).toContain('report')
})

test('crosses out the connection if it has a secret, not if it only signs in', async () => {
  const { app, member, database, teamId } = await team()
  const misaki = await member('佐伯')
  const scope = { teamId, userId: misaki.user.id }
  const connect = (provider: 'google' | 'jira', more: { secret?: unknown }) =>
    withTeamTransaction(database, scope, (db) =>
      keepConnection(app.services, db, scope, { provider, account: 'misaki', subject: 'misaki', ...more }),
    )
  await connect('google', {})
  expect(await open(misaki)).toContain('connect')
  await connect('jira', { secret: { apiToken: 'a' } })
  expect(await open(misaki)).not.toContain('connect')
})

test('crosses out the connection when somebody connects Slack', async () => {
  const { member, connect } = await slackTeam(slack)
  const misaki = await member('佐伯')
  await connect(misaki.user.id, 'misaki')
  expect(await open(misaki)).not.toContain('connect')
})

test('an administrator leaves a step out, and brings none back', async () => {
  const { member } = await team()
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  const left = await misaki.patch('/teams/me', { first_steps: ['team', 'report'] })
  expect(left.body.first_steps).toEqual(['team', 'report'])
  await misaki.patch('/teams/me', { first_steps: ['invite', 'connect', 'report'] })
  expect(await open(misaki)).toEqual(['report'])
  expect((await naoki.patch('/teams/me', { first_steps: [] })).status).toBe(403)
  expect((await misaki.patch('/teams/me', { first_steps: ['sleep'] })).status).toBe(400)
})
