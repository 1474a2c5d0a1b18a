import { expect, test } from 'vitest'
import { tokenIn } from '#server/testing/mailbox.ts'
import { type Here, takenOver, webhook } from './testing/taken-over.ts'

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
  return { login, headers }
}

test.each([
  ['the owner', 'the other administrator'],
  ['the other administrator', 'the owner'],
])(
  'an accomplice whom two administrators appointed is no administrator after %s and %s say “it was not me” (E1.11)',
  async (...order) => {
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
      // Checks the list of the owner's link only: once this link is used, nothing is left for the other link to undo.
      if (who === 'the owner')
        expect((await check(token, since)).changes).toContainEqual(
          expect.objectContaining({ kind: 'administrator', name: '共犯 直樹', is_undone: true }),
        )
      expect((await press(token, since ? { from: since } : {})).status).toBe(200)
    }
    const isAdmin = async (id: string) => (await second.get(`/users/${id}`)).body.is_admin
    expect(await isAdmin(accomplice.user.id)).toBe(false)
    expect([await isAdmin(owner.user.id), await isAdmin(other.user.id)]).toEqual([true, true])
    expect((await accomplice.get('/users/me')).status).toBe(401)
  },
)

test('one link undoes what an intruder did with the password of another administrator (E1.11)', async () => {
  const here = await takenOver()
  const { owner, other, accomplice, change, check, press, mail, advanceClock, visitor } = here
  const { login, headers } = await appointsTwice(here)
  expect((await visitor().post('/webhooks', webhook('intruder'), headers)).status).toBe(201)
  advanceClock()
  expect((await change(accomplice, owner, { is_active: false })).status).toBe(200)
  expect((await change(accomplice, other, { is_active: false })).status).toBe(200)

  const token = await mail('管理者')
  const { changes } = await check(token)
  expect(changes).toContainEqual(expect.objectContaining({ kind: 'password-link', name: '佐伯 直樹', is_undone: true }))
  const { body } = await press(token)
  const chosen = { new_password: 'the owner again 99', confirm_password: 'the owner again 99' }
  expect((await visitor().put('/auth/password-reset', { token: body.reset_token, ...chosen })).status).toBe(204)
  const again = await visitor().post('/auth/login', { username: owner.user.email, password: chosen.new_password })
  const back = { authorization: `Bearer ${again.body.access_token}` }
  expect((await accomplice.get('/users/me')).status).toBe(401)
  expect((await visitor().call('GET', '/webhooks', undefined, back)).body.webhooks).toMatchObject([
    { state: 'stopped' },
  ])
  const restored = await visitor().call('PATCH', `/users/${other.user.id}`, { is_active: true }, back)
  expect(restored.status).toBe(200)
  expect((await visitor().post('/auth/login', login)).status).toBe(401)
  expect((await visitor().call('GET', '/users/me', undefined, headers)).status).toBe(401)
  expect((await visitor().call('GET', `/users/${accomplice.user.id}`, undefined, back)).body.is_admin).toBe(false)
})

test('the email link of a deactivated member works again once the deactivating owner says “it was not me” (E1.11)', async () => {
  const { owner, accomplice, second, change, check, press, mail, advanceClock, clock, visitor } = await takenOver()
  await change(owner, second, { is_admin: true })
  await mail('管理者')
  advanceClock()
  const from = clock.now.toISOString()
  await change(owner, accomplice, { is_admin: true })
  const { body } = await owner.post(`/users/${second.user.id}/password-link`)
  const token = new URL(body.url).searchParams.get('token')
  expect((await visitor().put('/auth/password-reset', { token, ...byIntruder })).status).toBe(204)
  const ofOwner = await mail('管理者')
  const ofSecond = await mail('パスワードが変更', second)
  advanceClock()
  expect((await change(owner, second, { is_active: false })).status).toBe(200)
  expect((await check(ofSecond)).code).toBe('link_invalid')
  expect((await press(ofOwner, { from })).status).toBe(200)
  expect((await press(ofSecond)).status).toBe(200)
})
