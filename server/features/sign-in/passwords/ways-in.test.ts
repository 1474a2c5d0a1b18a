import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { type Member, team } from '#server/testing/team.ts'
import { forgetOtherAddresses, proveEmail } from './sql.ts'
import { removeLinkedLogins } from '#server/features/account/linked-accounts/operations.ts'

/** Creates two members with connected GitHub and Jira accounts and a pending change of email. */
async function twoWaysIn() {
  const { app, clock, database, member, teamId } = await team()
  const members = [await member('早川'), await member('藤井')] as const
  const changes = { pending_email: 'next@example.com', github_username: 'name' }
  await withTeamTransaction(database, { teamId }, async (db) => {
    for (const { user } of members) {
      await db.updateTable('users').set(changes).where('id', '=', user.id).execute()
      for (const provider of ['github', 'jira'] as const) {
        const row = { team_id: teamId, user_id: user.id, provider, account: 'name', subject: user.id }
        await db.insertInto('connections').values(row).execute()
      }
    }
  })
  const state = ({ user }: Member) =>
    withTeamTransaction(database, { teamId }, async (db) => ({
      ...(await db
        .selectFrom('users')
        .where('id', '=', user.id)
        .select(['pending_email', 'github_username', 'email_proven_at'])
        .executeTakeFirstOrThrow()),
      connected: (await db.selectFrom('connections').where('user_id', '=', user.id).select('provider').execute())
        .map(({ provider }) => provider)
        .toSorted(),
    }))
  return { app, clock, database, members, state, teamId }
}

test('an emailed link proves only the address to which the link was sent', async () => {
  const { clock, database, members, state, teamId } = await twoWaysIn()
  const [ren, yukari] = members
  const prove = (email: string) =>
    withTeamTransaction(database, { teamId }, (db) => proveEmail(db, { teamId, userId: ren.user.id, email }, clock.now))
  expect(await prove('earlier@example.com')).toBe(false)
  expect(await prove(yukari.user.email)).toBe(false)
  expect(await prove(ren.user.email)).toBe(true)
  expect(await prove(ren.user.email)).toBe(false)
  expect((await state(ren)).email_proven_at).toEqual(clock.now)
  expect((await state(yukari)).email_proven_at).toBeNull()
})

test('the first proof removes the owner’s other ways to sign in, but no tracker', async () => {
  const { app, clock, database, members, state, teamId } = await twoWaysIn()
  const [ren, yukari] = members
  const before = await state(yukari)
  await withTeamTransaction(database, { teamId }, async (db) => {
    const member = { teamId, userId: ren.user.id }
    await removeLinkedLogins({ config: app.services.config, now: () => clock.now }, db, member)
    await forgetOtherAddresses(db, member)
  })
  expect(await state(ren)).toMatchObject({ pending_email: null, github_username: null, connected: ['jira'] })
  expect(await state(yukari)).toEqual(before)
  expect(before).toMatchObject({ pending_email: 'next@example.com', connected: ['github', 'jira'] })
})
