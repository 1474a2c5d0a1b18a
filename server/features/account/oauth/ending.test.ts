import { expect, test } from 'vitest'
import { withTeamTransaction, withEveryTeamTransaction } from '#server/db/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { password } from '#server/testing/team.ts'
import { allowed, callResource, connect, openTeamServer, refresh, register } from './oauth.fixture.ts'
import { deleteOldGrants } from './operations.ts'

const mailbox = await openMailbox()
const office = await openTeamServer({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
const { publicUrl, member: administrator, newMember, visitor, database, teamId, app } = office
const refused = { status: 400, body: expect.objectContaining({ error: 'invalid_grant' }) }

async function owner() {
  const member = await newMember('佐藤')
  const tokens = await connect(office, undefined, member)
  expect((await callResource(office, tokens.access_token)).status).toBe(200)
  return { member, tokens }
}
type Owner = Awaited<ReturnType<typeof owner>>['member']

async function mailAbout(email: string, subject: string) {
  for (;;) {
    const mail = await mailbox.next()
    if (mail.to === email && mail.subject.includes(subject)) return mail
  }
}

test.each<[string, (member: Owner) => Promise<unknown>]>([
  ['is deactivated (N1.03)', ({ user }) => administrator.patch(`/users/${user.id}`, { is_active: false })],
  ['is logged out everywhere', ({ user }) => administrator.delete(`/users/${user.id}/sessions`)],
  [
    'changes the password and ends access, too',
    (member) =>
      member.patch('/users/me/password', {
        current_password: password,
        new_password: 'kumo no mine ikutsu',
        confirm_password: 'kumo no mine ikutsu',
        end_lasting_access: true,
      }),
  ],
  ['leaves', (member) => member.call('DELETE', '/users/me', { password, reports: 'keep' })],
  [
    'says "it was not me" (E1.11)',
    async ({ user }) => {
      const mail = await mailAbout(user.email, '許可しました')
      return visitor().post('/auth/not-me', { token: tokenIn(mail) })
    },
  ],
])('a member’s grants end if the member %s', async (_what, act) => {
  const { member, tokens } = await owner()
  const { status } = (await act(member)) as { status: number }
  expect(status).toBeLessThan(300)
  const { status: after } = await callResource(office, tokens.access_token)
  expect(after).toBe(401)
  expect(await refresh(office, tokens)).toEqual(refused)
})

test('a grant does not work while its member’s access is paused (N17.03)', async () => {
  const { member, tokens } = await owner()
  const pause = (access_paused: Date | null) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .updateTable('users')
        .set({ access_paused: access_paused as never })
        .where('id', '=', member.user.id)
        .execute(),
    )
  await pause('expired' as never)
  expect((await callResource(office, tokens.access_token)).code).toBe('sign_in_expired')
  expect(await refresh(office, tokens)).toEqual(refused) // so that the program redirects its owner to the sign-in
  await pause(null)
  const { status, body } = await refresh(office, tokens)
  expect(status).toBe(200)
  expect((await callResource(office, body!['access_token']!)).status).toBe(200)
})

test('only the owner of a grant can revoke it', async () => {
  const { member, tokens } = await owner()
  const { grants } = (await member.get('/grants')).body
  expect((await administrator.delete(`/grants/${grants[0].id}`)).status).toBe(404)
  expect((await administrator.get('/grants')).body.grants.map(({ id }: { id: string }) => id)).not.toContain(
    grants[0].id,
  )
  expect((await member.delete(`/tokens/${grants[0].id}`)).status).toBe(404)
  expect((await member.get('/tokens')).body.tokens).toEqual([])
  expect((await member.delete(`/grants/${grants[0].id}`)).status).toBe(204)
  expect((await member.delete(`/grants/${grants[0].id}`)).status).toBe(404)
  expect((await callResource(office, tokens.access_token)).code).toBe('token_ended')
})

test('a grant works until its last day ends in the team’s time zone', async () => {
  const { member, tokens } = await owner()
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('access_tokens').set({ expires_on: '2020-01-01' }).where('user_id', '=', member.user.id).execute(),
  )
  expect((await callResource(office, tokens.access_token)).code).toBe('token_ended')
  expect(await refresh(office, tokens)).toEqual(refused)
})

test('a member who allows a program gets an email with the program’s name (E1.07)', async () => {
  const { member } = await owner()
  const mail = await mailAbout(member.user.email, '許可しました')
  expect(mail.text).toContain('「Helper」')
})

test('allowing a program requires the password if the sign-in is fifteen minutes old (E1.07)', async () => {
  const { member } = await owner()
  office.advanceClock(16 * 60_000)
  const renewed = await office.renewed(member)
  await expect(connect(office, undefined, renewed)).rejects.toThrow('reauthentication_required')
  office.advanceClock(-16 * 60_000)
})

test('one network can register 300 programs an hour, then gets a Retry-After', async () => {
  const from = (remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/oauth/register',
      remoteAddress,
      payload: { client_name: 'x', redirect_uris: ['http://127.0.0.1/x'] },
    })
  for (let each = 0; each < 300; each += 1) expect((await from('203.0.113.9')).statusCode).toBe(201)
  const { statusCode, headers, body } = await from('203.0.113.9')
  expect([statusCode, JSON.parse(body)]).toEqual([429, { error: 'temporarily_unavailable' }])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await from('203.0.113.10')).statusCode).toBe(201)
})

test('the clean-up deletes programs unused for a day, expired requests and unused grants', async () => {
  const unused = (await register(publicUrl)).body.client_id
  const { member, tokens } = await owner()
  const waiting = await allowed(office, undefined, member) // its code is never exchanged
  const kept = () =>
    withEveryTeamTransaction(database, async (db) => ({
      clients: (await db.selectFrom('oauth_clients').select('id').execute()).map(({ id }) => id),
      requests: (await db.selectFrom('oauth_requests').select('id').execute()).length,
      grants: (await db.selectFrom('oauth_grants').select('client_id').execute()).map(({ client_id }) => client_id),
    }))
  const now = () => new Date(office.clock.now.getTime() + 25 * 60 * 60_000)
  await deleteOldGrants({ ...app.services, now })
  const { clients, requests, grants } = await kept()
  expect([clients.includes(unused), clients.includes(tokens.client_id), requests]).toEqual([false, true, 0])
  expect([grants.includes(waiting.client_id), grants.includes(tokens.client_id)]).toEqual([false, true])
  expect((await callResource(office, tokens.access_token)).status).toBe(200)
})
