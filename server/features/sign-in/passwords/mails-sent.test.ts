import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { establish } from '#server/testing/established.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { newAddress, password, team } from '#server/testing/team.ts'

const person = { first_name: '栞', family_name: '松本', preferred_name: '', password: 'kumo no mine ikutsu' }

test('a request that sends no email does not count towards the email quota (E1.14)', async () => {
  const mailbox = await openMailbox()
  const database = await testDatabase()
  const made = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' }, database })
  const { member, teamId, visitor } = made
  const [me, gone] = [await member(), await member('退会')]
  await establish(made)
  await withTeamTransaction(database, { teamId }, async (db) => {
    await db.updateTable('users').set({ is_active: false }).where('id', '=', gone.user.id).execute()
  })
  for (const email of [`nobody-${newAddress()}@example.com`, gone.user.email])
    expect((await visitor().post('/auth/password-reset', { email })).status).toBe(204)
  expect((await visitor().post('/onboarding', { ...person, email: me.user.email })).body.code).toBe('email_taken')
  expect((await me.post('/invitations', { email: me.user.email })).body.code).toBe('already_member')
  const counted = async () =>
    (
      await sql<{
        key: string
      }>`select key from attempts where points > 0 and key ~ '^(sign-up-)?email-|^reset-(account|first)'`.execute(
        database,
      )
    ).rows
  // A reset is counted only after its response. The response to this later login shows that the count is complete.
  expect((await visitor().post('/auth/login', { username: me.user.email, password })).status).toBe(200)
  expect(await counted()).toEqual([])
  expect((await visitor().post('/auth/password-reset', { email: me.user.email })).status).toBe(204)
  await expect.poll(counted).not.toEqual([])
})
