import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { lockAccount } from '#server/db/accounts/lock-account.ts'
import { answeredOrWaiting } from '#server/testing/locks.ts'
import { team } from '#server/testing/team.ts'

test('a refresh does not lock its session while it waits for the account’s lock', async () => {
  const { database, member, teamId, visitor } = await team()
  const { tokens, user } = await member()
  const refresh = (refresh_token: string) => visitor().post('/auth/refresh', { refresh_token })
  const next = (await refresh(tokens.refresh_token)).body.refresh_token
  const last = (await refresh(next)).body.refresh_token
  for (const refresh_token of [last, next, tokens.refresh_token]) {
    let asked: ReturnType<typeof refresh> | undefined
    await withEveryTeamTransaction(database, async (db) => {
      await lockAccount(db, { teamId, userId: user.id })
      asked = refresh(refresh_token)
      await answeredOrWaiting(db, asked)
      await sql`
        select from sessions where team_id = ${teamId} and user_id = ${user.id} and ended_at is null for update nowait`.execute(
        db,
      )
    })
    await asked
  }
  // the repeated use of older tokens in the loop has ended the session
  expect((await refresh(last)).body).toMatchObject({ code: 'session_revoked' })
})
