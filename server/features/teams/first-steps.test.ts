import { expect, test } from 'vitest'
import type { FirstStep } from '#contract/users.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { report } from '#server/testing/dashboard-team.ts'
import { type Member, team } from '#server/testing/team.ts'

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

test('whoever joins is another member: nobody has to be invited any more', async () => {
  const { member } = await team({ now })
  const misaki = await member('佐伯')
  const naoki = await member('早川')
  expect(await open(misaki)).toEqual(['team', 'connect', 'report'])
  await report(naoki, ['2026-10-23'])
  expect(await open(misaki)).toEqual(['team', 'connect'])
})

test('a connection with what was granted counts, one that only signs in does not', async () => {
  const { member, database, teamId } = await team()
  const misaki = await member('佐伯')
  const connect = (provider: 'google' | 'jira', secret: string | null) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .insertInto('connections')
        .values({ team_id: teamId, user_id: misaki.user.id, provider, account: 'misaki', secret })
        .execute(),
    )
  await connect('google', null)
  expect(await open(misaki)).toContain('connect')
  await connect('jira', 'sealed')
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
