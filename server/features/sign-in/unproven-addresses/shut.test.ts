import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTeamTransaction } from '#server/db/database.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { password, team } from '#server/testing/team.ts'

const date = '2026-11-20' // a Friday
const person = { first_name: '栞', family_name: '松本', preferred_name: '' }
const own = { password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }

/**
 * Creates a team whose administrators invite the owner of an address. Another account of the team has this address
 * without proof.
 */
async function shutTeam(isAdmin: boolean) {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const made = await team({ mail, now: new Date('2026-11-20T03:00:00Z') })
  const administrator = await made.member('佐伯')
  const shut = await made.member('見知らぬ')
  if (isAdmin) {
    const named = await administrator.patch(`/users/${shut.user.id}`, { is_admin: true, current_password: password })
    expect(named.status).toBe(200)
  }
  const { email } = shut.user
  await withTeamTransaction(made.database, made, (db) => sql`update users set created_at = '2026-10-01'`.execute(db))
  expect((await administrator.post('/invitations/', { email })).status).toBe(201)
  const isInvitation = ({ to, text }: { to: string; text: string }) => to === email && text.includes('/invitation?')
  await expect.poll(() => mailbox.mails.some(isInvitation)).toBe(true)
  const id = tokenIn(mailbox.mails.findLast(isInvitation)!)
  expect((await made.visitor().post('/invitations/accept', { id, ...person, ...own })).status).toBe(200)
  return { administrator, shut: shut.user }
}

test('no report is due from a closed account (E1.16)', async () => {
  const { administrator, shut } = await shutTeam(false)
  const { body } = await administrator.get(`/due-reports?date=${date}`)
  expect(body.members).toContainEqual({ user_id: shut.id, due: false, reason: 'not-a-writer' })
})

test('the last administrator keeps the administrator right after the other administrator’s account was closed (E1.16)', async () => {
  const { administrator, shut } = await shutTeam(true)
  const { body } = await administrator.get('/users')
  const found = body.find(({ id }: { id: string }) => id === shut.id)
  expect(found).toMatchObject({ email: '', is_admin: false, writes: false })
  const { body: me } = await administrator.get('/users/me')
  const left = await administrator.patch(`/users/${me.id}`, { is_admin: false })
  expect([left.status, left.body.code]).toEqual([409, 'last_admin'])
})
