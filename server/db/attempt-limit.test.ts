import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { attemptLimit, deleteOldAttempts } from './attempt-limit.ts'

test('counts of attempts are deleted an hour after their time window', async () => {
  const database = await testDatabase()
  const inMinutes = (minutes: number) => ({ database, now: () => new Date(Date.now() + minutes * 60_000) })
  const counted = async () => (await sql<{ key: string }>`select key from attempts`.execute(database)).rows
  await attemptLimit(database, 'short', 3, 60).count('somebody')
  await attemptLimit(database, 'long', 3, 60 * 60).count('somebody')

  await deleteOldAttempts(inMinutes(60))
  expect(await counted()).toEqual([{ key: 'short:somebody' }, { key: 'long:somebody' }])
  await deleteOldAttempts(inMinutes(62))
  expect(await counted()).toEqual([{ key: 'long:somebody' }])
})
