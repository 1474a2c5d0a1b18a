import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { saveConnection } from '#server/features/account/linked-accounts/operations.ts'
import { hinode, issue, keyring, importIssues, titles } from '#server/testing/backlog-team.ts'

/** Creates a member. `connectAs` connects an account at GitHub, each with its own key. */
async function ofTwoAccounts() {
  const here = await hinode()
  const me = await here.member()
  const owner = { teamId: here.teamId, userId: me.user.id }
  const connectAs = (account: string) =>
    withTeamTransaction(here.database, owner, (db) =>
      saveConnection({ keyring, now: () => here.clock.now }, db, owner, {
        provider: 'github',
        account,
        subject: `${account} of ${me.user.id}`,
        secret: { access_token: account },
      }),
    )
  return { ...here, me, connectAs }
}

test('connecting a new account during an import discards the issues of the old account', async () => {
  const { tracker, me, connectAs } = await ofTwoAccounts()
  await connectAs('first')
  tracker.key = 'first'
  const theirs = { id: 1, number: 1, title: '前の課題', html_url: '', updated_at: '2026-10-20T00:00:00Z' }
  const held: ServerResponse[] = []
  tracker.instead = () => (_request, response) => held.push(response)
  const earlier = me.post('/backlogs/github/issues/import')
  await expect.poll(() => tracker.asked).toHaveLength(3)

  await connectAs('second')
  tracker.key = 'second'
  tracker.instead = undefined
  tracker.issues = [issue(2)]
  expect(await importIssues(me)).toEqual({ imported: 1, updated: 0, closed: 0 })
  for (const response of held) response.end(JSON.stringify([theirs]))
  expect(await earlier).toMatchObject({ status: 409, body: { code: 'not_connected' } })
  expect(await titles(me)).toEqual(['課題 2'])
})

test('a failure of a disconnected account is not recorded for the account that replaced it', async () => {
  const { tracker, me, connectAs } = await ofTwoAccounts()
  await connectAs('first')
  const held: ServerResponse[] = []
  tracker.instead = () => (_request, response) => held.push(response)
  const earlier = me.post('/backlogs/github/issues/import')
  await expect.poll(() => tracker.asked).toHaveLength(3)
  await connectAs('second')
  for (const response of held) response.writeHead(401).end()
  expect(await earlier).toMatchObject({ status: 409, body: { code: 'not_connected' } })
  expect((await me.get('/backlogs/syncs')).body).toEqual([])
})
