import { expect, test } from 'vitest'
import { providerIds, signInProviders, webhookProviders } from '#contract/providers.ts'
import { withTeamTransaction } from '#server/db/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { team } from '#server/testing/team.ts'
import { connectAccount } from './operations.ts'

/** Services whose emails other tests check: Slack, the providers of sign-ins, and the team's chat services. */
const alertedElsewhere = new Set<string>(['slack', ...signInProviders, ...webhookProviders])
const others = providerIds.filter((provider) => !alertedElsewhere.has(provider))

test.each(others)('the email about a new %s connection has a link that removes the connection', async (provider) => {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  const { app, database, teamId, member, visitor } = await team({ mail, publicUrl: 'https://asakai.example.com' })
  const owner = await member()
  const own = { teamId, userId: owner.user.id }
  await connectAccount(app.services, own, { provider, account: 'ren', subject: crypto.randomUUID(), secret: 'x' })
  const received = await mailbox.next()
  expect(received).toMatchObject({ to: owner.user.email, subject: expect.stringContaining('接続されました') })
  const { body } = await visitor().post('/auth/not-me/check', { token: tokenIn(received) })
  expect(body.changes).toMatchObject([{ kind: 'account', name: expect.stringContaining('ren'), is_undone: true }])
  expect((await visitor().post('/auth/not-me', { token: tokenIn(received) })).status).toBe(200)
  const rows = await withTeamTransaction(database, own, (db) =>
    db
      .selectFrom('connections')
      .where((is) => is.and({ team_id: teamId, user_id: own.userId }))
      .select('provider')
      .execute(),
  )
  expect(rows).toEqual([])
})
