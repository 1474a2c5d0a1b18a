import { expect, test } from 'vitest'
import { tokenIn } from '#server/testing/mailbox.ts'
import { type Here, takenOver } from './testing/taken-over.ts'

const byIntruder = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }

/** Lets an intruder appoint an accomplice in the owner's name, and again in the name of another administrator. */
async function appointsTwice({ owner, other, accomplice, change, advanceClock, visitor }: Here) {
  await change(owner, accomplice, { is_admin: true })
  advanceClock()
  const { body } = await owner.post(`/users/${other.user.id}/password-link`)
  advanceClock()
  const token = new URL(body.url).searchParams.get('token')
  expect((await visitor().put('/auth/password-reset', { token, ...byIntruder })).status).toBe(204)
  const login = { username: other.user.email, password: byIntruder.new_password }
  const session = (await visitor().post('/auth/login', login)).body
  advanceClock()
  const headers = { authorization: `Bearer ${session.access_token}` }
  const again = await visitor().call('PATCH', `/users/${accomplice.user.id}`, { is_admin: true }, headers)
  expect(again.status).toBe(200)
}

test.each([
  ['the owner', 'the other administrator'],
  ['the other administrator', 'the owner'],
])('a twice-appointed accomplice loses the right after %s and %s say “it was not me” (E1.11)', async (...order) => {
  const here = await takenOver()
  const { owner, other, accomplice, second, mailbox, check, press, clock } = here
  const from = new Date(clock.now.getTime() + 60_000).toISOString()
  await appointsTwice(here)
  const mailTo = (to: string, subject: string) =>
    mailbox.mails.find((one) => one.to === to && one.subject.includes(subject) && one.text.includes('/not-me?token='))
  const mailFor = (who: string) =>
    who === 'the owner' ? mailTo(owner.user.email, '管理者') : mailTo(other.user.email, 'パスワードが変更')
  for (const who of order) {
    await expect.poll(() => mailFor(who)).toBeDefined()
    const token = tokenIn(mailFor(who)!)
    const since = who === 'the owner' ? undefined : from
    if (who === order[1])
      expect((await check(token, since)).changes).toContainEqual(
        expect.objectContaining({ kind: 'administrator', name: '共犯 直樹', is_undone: true }),
      )
    expect((await press(token, since ? { from: since } : {})).status).toBe(200)
  }
  const isAdmin = async (id: string) => (await second.get(`/users/${id}`)).body.is_admin
  expect(await isAdmin(accomplice.user.id)).toBe(false)
  expect([await isAdmin(owner.user.id), await isAdmin(other.user.id)]).toEqual([true, true])
  expect((await accomplice.get('/users/me')).status).toBe(401)
})
