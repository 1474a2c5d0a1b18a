import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { team } from '#server/testing/team.ts'

/** Creates a member, and an unfinished sign-up and a mailed invitation with the member's address. */
async function invited() {
  const mailbox = await openMailbox()
  const here = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const administrator = await here.member('佐伯')
  const leaver = await here.member('早川')
  const { email } = leaver.user
  const browser = withCookies(here.visitor())
  const person = { first_name: '花', family_name: '林', email, password: 'river stone lantern' }
  expect((await browser.post('/onboarding', person)).status).toBe(201)
  const signUp = tokenIn(await mailbox.next())
  expect((await administrator.post('/invitations', { email })).status).toBe(201)
  const invitation = tokenIn(await mailbox.next())
  const leave = (reports: string) => leaver.call('DELETE', '/users/me', { reports })
  const open = async () => ({
    signUp: (await browser.post('/auth/email-proof/check', { token: signUp })).status === 200,
    invitation: (await browser.get(`/invitations/verify/${encodeURIComponent(invitation)}`)).body.valid,
  })
  return { ...here, leaver, leave, open }
}

test.each(['keep', 'erase'])(
  'a leaving member with an unproven address keeps its sign-ups and invitations (choice: %s)',
  async (reports) => {
    const { leave, open } = await invited()
    expect(await open()).toEqual({ signUp: true, invitation: true })
    expect((await leave(reports)).status).toBe(204)
    expect(await open()).toEqual({ signUp: true, invitation: true })
  },
)

test.each(['keep', 'erase'])(
  'a leaving member with a proven address ends its sign-ups and invitations (choice: %s)',
  async (reports) => {
    const { database, teamId, leaver, leave, open } = await invited()
    await withTeamTransaction(database, { teamId }, (db) =>
      db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', leaver.user.id).execute(),
    )
    expect((await leave(reports)).status).toBe(204)
    expect(await open()).toEqual({ signUp: false, invitation: false })
  },
)
