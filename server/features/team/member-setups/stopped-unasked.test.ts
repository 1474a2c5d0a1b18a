import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { changeByEmail } from '#server/features/team/operator-commands/operations.ts'
import { patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { password } from '#server/testing/team.ts'

/** Creates a team whose administrator 藤井 has connected Discord and added a webhook. */
async function office() {
  const mailbox = await openMailbox()
  const here = await teamWithDirectory({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const leaver = await here.member('藤井')
  await here.administrator.patch(`/users/${leaver.user.id}`, { is_admin: true })
  const setUp = async () => {
    const webhook = { url: 'https://1.1.1.1/x', events: ['report.submitted'] }
    expect((await leaver.post('/webhooks', webhook)).status).toBe(201)
    await withTeamTransaction(here.database, here, (db) =>
      db
        .insertInto('connections')
        .values({ team_id: here.teamId, user_id: leaver.user.id, provider: 'discord', account: '#朝会', subject: null })
        .execute(),
    )
  }
  const mailsAbout = () =>
    mailbox.mails.filter(({ subject }) => subject === '藤井 直樹さんが設定した通知先を停止しました')
  return { ...here, leaver, setUp, mailsAbout, mailbox }
}
type Office = Awaited<ReturnType<typeof office>>

const ways: Record<string, (here: Office) => Promise<unknown>> = {
  'the directory deactivates them': ({ scim, leaver }) =>
    scim.patch(`/scim/v2/Users/${leaver.user.id}`, patchOf({ op: 'replace', path: 'active', value: false })),
  'they leave': ({ leaver }) => leaver.call('DELETE', '/users/me', { reports: 'keep', password }),
}

test.each(Object.entries(ways))(
  'administrators get an email about a member’s stopped destinations when %s',
  async (_way, end) => {
    const here = await office()
    await here.setUp()
    await end(here)
    await expect.poll(here.mailsAbout).toHaveLength(1)
    const [mail] = here.mailsAbout()
    expect(mail).toMatchObject({ to: here.administrator.user.email })
    expect(mail!.text).toMatch(/Discord: #朝会\n1\. ?1\.1\.1/u)
  },
)

test('administrators get no email about destinations if a leaving member set up none', async () => {
  const here = await office()
  const { leaver, mailbox } = here
  await ways['they leave']!(here)
  await expect.poll(() => mailbox.mails.filter(({ to }) => to === leaver.user.email).length).toBeGreaterThan(0)
  expect(here.mailsAbout()).toEqual([])
})

test('the operator sees which destinations the deactivation of a member stopped', async () => {
  const here = await office()
  await here.setUp()
  const change = (is_active: boolean) => changeByEmail(here.app.services, here.leaver.user.email, { is_active })
  expect((await change(false)).stopped).toEqual(['Discord: #朝会', '1.1.1.1'])
  expect((await change(true)).stopped).toEqual([])
})
