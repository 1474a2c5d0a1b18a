import { expect, test } from 'vitest'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { team } from '#server/testing/team.ts'

const names = { first_name: 'Naoki', family_name: 'Hayakawa', preferred_name: '' }
const newEmail = () => `${crypto.randomUUID()}@example.com`
const refused = (field: string) => ({
  status: 400,
  body: {
    code: 'password_common',
    errors: [{ field, code: 'password_common', message: expect.stringMatching(/\S/u) }],
  },
})

async function open() {
  const mailbox = await openMailbox()
  const made = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  return { ...made, mailbox, me: await made.member('Hayakawa', { first_name: 'Naoki' }) }
}

const common = ['password12', '1234567890', 'ＱＷＥＲＴＹＵＩＯＰ', 'Hayakawa2026', 'naoki.hayakawa']

test('every form that sets a password rejects a common password at its field', async () => {
  const { me, visitor, mailbox } = await open()
  await visitor().post('/auth/password-reset', { email: me.user.email })
  const token = tokenIn(await mailbox.next())
  await me.post('/invitations/', { email: newEmail() })
  const invitation = tokenIn(await mailbox.next())
  for (const password of common) {
    const chosen = { new_password: password, confirm_password: password }
    const signingUp = { ...names, email: newEmail(), password }
    expect(await visitor().post('/onboarding', signingUp)).toMatchObject(refused('password'))
    expect(await me.patch('/users/me/password', chosen)).toMatchObject(refused('new_password'))
    expect(await visitor().put('/auth/password-reset', { token, ...chosen })).toMatchObject(refused('new_password'))
    const accepting = { ...names, id: invitation, password, confirm_password: password }
    expect(await visitor().post('/invitations/accept', accepting)).toMatchObject(refused('password'))
  }
  const good = { new_password: 'asagao kazaguruma', confirm_password: 'asagao kazaguruma' }
  expect((await visitor().put('/auth/password-reset', { token, ...good })).status).toBe(204)
})

test('a password that repeats the team’s name and adds a number is rejected', async () => {
  const { me } = await open()
  const chosen = { new_password: '開発チーム開発チーム12', confirm_password: '開発チーム開発チーム12' }
  expect(await me.patch('/users/me/password', chosen)).toMatchObject(refused('new_password'))
})
