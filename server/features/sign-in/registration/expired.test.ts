import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { startApp } from '#server/testing/team.ts'
import { deleteExpiredRegistrations } from './operations.ts'

test('a sign-up is deleted when its unopened link expires', async () => {
  const { url } = await openMailbox()
  const { app, clock, database, visitor } = await startApp({
    signUpDomains: ['example.com'],
    mail: { url, from: 'asakai@example.com' },
  })
  const names = { first_name: '直樹', family_name: '早川', preferred_name: '' }
  await visitor().post('/onboarding', { ...names, email: 'hayakawa@example.com', password: 'ten letters' })
  const keptAfter = async (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
    await deleteExpiredRegistrations(app.services)
    return withEveryTeamTransaction(database, (db) => db.selectFrom('pending_registrations').select('email').execute())
  }

  const { expires_at } = await withEveryTeamTransaction(database, (db) =>
    db.selectFrom('pending_registrations').select('expires_at').executeTakeFirstOrThrow(),
  )
  expect(await keptAfter(expires_at.getTime() - clock.now.getTime() - 1)).toHaveLength(1)
  expect(await keptAfter(1)).toEqual([])
})
