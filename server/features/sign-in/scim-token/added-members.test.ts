import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { makeResetLink } from '#server/features/team/operator-commands/operations.ts'
import { client } from '#server/testing/client.ts'
import { newPerson, teamWithDirectory } from '#server/testing/directory.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress } from '#server/testing/team.ts'

const noon = new Date('2026-10-23T03:00:00Z')
const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }

test('“it was not me” lists and deactivates members whom an intruder’s directory token added (E1.11)', async () => {
  const mailbox = await openMailbox()
  const here = await teamWithDirectory({ now: noon, mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const { administrator, app, clock, member, scim, visitor } = here
  const advanceClock = () => {
    clock.now = new Date(clock.now.getTime() + 60_000)
  }
  const reader = await member('早川')
  // Proves all addresses, because the first proof of an address would undo everything.
  await withTeamTransaction(here.database, here, (db) =>
    db.updateTable('users').set({ email_proven_at: noon }).where('team_id', '=', here.teamId).execute(),
  )
  advanceClock()
  const colleague = (await scim.post('/scim/v2/Users', newPerson())).body
  advanceClock()
  const from = clock.now.toISOString()
  const { body } = await administrator.post('/provisioning/token')
  advanceClock()
  const ofIntruder = client(app, newAddress(), {
    authorization: `Bearer ${body.token}`,
    'content-type': 'application/scim+json',
  })
  const stranger = (await ofIntruder.post('/scim/v2/Users', newPerson())).body
  const link = await makeResetLink(app.services, stranger.userName, 'http://localhost:3000')
  const token = new URL(link).searchParams.get('token')
  expect((await visitor().put('/auth/password-reset', { token, ...chosen })).status).toBe(204)
  const logIn = () => visitor().post('/auth/login', { username: stranger.userName, password: chosen.new_password })
  const signedIn = (await logIn()).body

  const isLate = ({ to, subject }: { to: string; subject: string }) =>
    to === administrator.user.email && subject.includes('SCIM')
  await expect.poll(() => mailbox.mails.filter(isLate).length).toBe(2)
  const notMe = { token: tokenIn(mailbox.mails.findLast(isLate)!), from }
  const { changes } = (await visitor().post('/auth/not-me/check', notMe)).body
  const addedOnes = changes.filter(({ kind }: { kind: string }) => kind === 'added' || kind === 'let-in')
  expect(addedOnes).toMatchObject([{ kind: 'added', name: '松本 栞', is_undone: true }])
  expect((await visitor().post('/auth/not-me', notMe)).status).toBe(200)

  const isActive = async (id: string) => (await reader.get(`/users/${id}`)).body.is_active
  expect([await isActive(colleague.id), await isActive(stranger.id)]).toEqual([true, false])
  const headers = { authorization: `Bearer ${signedIn.access_token}` }
  expect((await visitor().get('/users/me', headers)).status).toBe(401)
  expect(await logIn()).toMatchObject({ status: 403, body: { code: 'account_inactive' } })
})
