import { expect, test } from 'vitest'
import { openMailbox } from '#server/testing/mailbox.ts'
import { password, team } from '#server/testing/team.ts'

const odd = [
  'a%b@corp.example',
  'a!b@corp.example',
  'a(b)@corp.example',
  'a@b..corp.example',
  'a@corp.example.',
  'a\u200bb@corp.example',
]

test.each(odd)('a member with the stored email %j can log in, change names and request a reset link', async (email) => {
  const asakai = await team()
  const member = await asakai.member('早川', { email })
  expect(await asakai.visitor().post('/auth/login', { username: email, password })).toMatchObject({ status: 200 })
  const profile = { first_name: '直樹', family_name: '新', preferred_name: '', email }
  expect(await member.patch('/users/me/profile', profile)).toMatchObject({
    status: 200,
    body: { family_name: '新', email },
  })
  expect(await asakai.visitor().post('/auth/password-reset', { email })).toMatchObject({ status: 204 })
})

test.each(odd)('a member cannot change their email to %j', async (email) => {
  const member = await (await team()).member()
  const profile = { first_name: '直樹', family_name: '早川', preferred_name: '', email }
  expect(await member.patch('/users/me/profile', profile)).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'email', code: 'invalid_email' }] },
  })
})

test.each(['a,b@corp.example', `"a'b"@corp.example`])(
  'an email goes to the single address %s, although it looks like a list',
  async (email) => {
    const mailbox = await openMailbox()
    const asakai = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
    const [, last] = [await asakai.member('早川', { email }), await asakai.member('佐藤')]
    for (const to of [email, last.user.email]) await asakai.visitor().post('/auth/password-reset', { email: to })
    const recipients = [await mailbox.next(), await mailbox.next()].map(({ to }) => to.replaceAll('"', ''))
    expect(new Set(recipients)).toEqual(new Set([email.replaceAll('"', ''), last.user.email]))
  },
)
