import { expect, test } from 'vitest'
import type { FirstStep } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { report } from '#server/testing/dashboard-team.ts'
import { testDatabase } from '#server/testing/database.ts'
import { type Member, startApp, team } from '#server/testing/team.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { openSlack, slackTeam } from '#server/features/chat/slack/testing/slack-team.ts'

const slack = await openSlack()
const now = new Date('2026-10-23T00:30:00Z')

const open = async (member: Member): Promise<FirstStep[]> => (await member.get('/users/me')).body.team.first_steps

test('a new team has four first steps, and the matching action completes each of them', async () => {
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

test('the sign-up of a second member completes the invitation step', async () => {
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

test('an accepted invitation completes the invitation step', async () => {
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

test('the first report of any member completes the report step', async () => {
  const { member } = await team({ now })
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  await report(naoki, ['2026-10-23'])
  expect(await open(misaki)).not.toContain('report')
})

test('a refused report keeps the report step open', async () => {
  const { member } = await team({ now })
  const misaki = await member('佐伯')
  const draft = { report_date: '2026-11-23', yesterday_work: 'a', today_plan: 'b', issues: '' }
  expect((await misaki.post('/daily-reports', draft)).status).toBe(400)
  expect(await open(misaki)).toContain('report')
})

test('connecting a tracker completes the connection step, and connecting a sign-in provider does not', async () => {
  const { app, member, database, teamId } = await team()
  const misaki = await member('佐伯')
  const scope = { teamId, userId: misaki.user.id }
  const connect = (provider: 'google' | 'jira', more: { secret?: unknown }) =>
    withTeamTransaction(database, scope, (db) =>
      saveConnection(app.services, db, scope, { provider, account: 'misaki', subject: 'misaki', ...more }),
    )
  await connect('google', {})
  expect(await open(misaki)).toContain('connect')
  await connect('jira', { secret: { apiToken: 'a' } })
  expect(await open(misaki)).not.toContain('connect')
})

test('connecting Slack completes the connection step', async () => {
  const { member, connect } = await slackTeam(slack)
  const misaki = await member('佐伯')
  await connect(misaki.user.id, 'misaki')
  expect(await open(misaki)).not.toContain('connect')
})

test('an administrator can skip a first step, but not bring one back', async () => {
  const { member } = await team()
  const [misaki, naoki] = [await member('佐伯'), await member('早川')]
  const left = await misaki.patch('/teams/me', { first_steps: ['team', 'report'] })
  expect(left.body.first_steps).toEqual(['team', 'report'])
  await misaki.patch('/teams/me', { first_steps: ['invite', 'connect', 'report'] })
  expect(await open(misaki)).toEqual(['report'])
  expect((await naoki.patch('/teams/me', { first_steps: [] })).status).toBe(403)
  expect((await misaki.patch('/teams/me', { first_steps: ['sleep'] })).status).toBe(400)
})
