import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { team } from '#server/testing/team.ts'
import { alertOwner } from './operations.ts'

const hour = 60 * 60_000 // milliseconds
const mailbox = await openMailbox()
const here = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
const { config } = here.app.services

/**
 * Creates a member.
 * @returns `count`: a function that requests many alerts at the same time, and returns how many emails the server
 *   allows
 */
async function alerted({ isProven }: { isProven: boolean }) {
  const { user } = await here.member('早川')
  const member = { teamId: here.teamId, userId: user.id }
  await withTeamTransaction(here.database, here, (db) =>
    db
      .updateTable('users')
      .set({ email_proven_at: isProven ? here.clock.now : null })
      .where('id', '=', user.id)
      .execute(),
  )
  const start = here.clock.now.getTime()
  const count = (alerts: number, afterMs: number) =>
    withTeamTransaction(here.database, here, async (db) => {
      const parts = { config, now: () => new Date(start + afterMs) }
      let mails = 0
      for (let at = 0; at < alerts; at += 1)
        mails += (await alertOwner(parts, db, member, 'tokenMade', { name: 'x' })).length
      return mails
    })
  return { count }
}

test('the owner of an account gets at most 20 security alerts an hour (E1.14)', async () => {
  const { count } = await alerted({ isProven: true })
  expect(await count(25, 0)).toBe(20)
  expect(await count(1, hour)).toBe(0)
  expect(await count(25, hour + 1)).toBe(20)
})

test('an unproven email address gets at most five security alerts a day (E1.14)', async () => {
  const { count } = await alerted({ isProven: false })
  expect(await count(8, 0)).toBe(5)
  expect(await count(5, 24 * hour)).toBe(0)
  expect(await count(8, 24 * hour + 1)).toBe(5)
})
