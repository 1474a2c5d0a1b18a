import { expect, test } from 'vitest'
import { newPerson, patchOf, teamWithDirectory } from '#server/testing/directory.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress } from '#server/testing/team.ts'

const secret = 'asagao kazaguruma'
const person = { first_name: '栞', family_name: '松本', preferred_name: '', password: secret, confirm_password: secret }

/** Creates a directory that is about to create a member with this address, and a colleague whom it does not know. */
async function office() {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const here = await teamWithDirectory({ mail, signUp: 'join', signUpDomains: ['example.com'] })
  const email = `hire-${crypto.randomUUID()}@example.com`
  const mailed = async () => {
    await expect.poll(() => mailbox.mails.find(({ to }) => to === email)).toBeTruthy()
    return tokenIn(mailbox.mails.find(({ to }) => to === email)!)
  }
  return { ...here, colleague: await here.member('早川'), email, mailed, browser: here.visitor(newAddress()) }
}
type Office = Awaited<ReturnType<typeof office>>

type LinkUse = {
  ask: (here: Office) => Promise<{ status: number }>
  press: (here: Office, token: string) => Promise<{ status: number; body: { code: string } }>
}
/** Each way in which a mailed link gives a person an account with the address. */
const ways: Record<string, LinkUse> = {
  'accepts a mailed invitation': {
    ask: ({ administrator, email }) => administrator.post('/invitations', { email }),
    press: ({ browser }, id) => browser.post('/invitations/accept', { id, ...person }),
  },
  'signs up by a mailed link': {
    ask: ({ browser, email }) => browser.post('/onboarding', { ...person, email }),
    press: ({ browser }, token) => browser.post('/auth/email-proof', { token }),
  },
  'changes the email of another account': {
    async ask({ colleague, email }) {
      const { first_name, family_name, preferred_name } = (await colleague.get('/users/me')).body
      return colleague.patch('/users/me/profile', { first_name, family_name, preferred_name, email })
    },
    press: ({ browser }, token) => browser.post('/auth/email-proof', { token }),
  },
}
const endings: Record<string, (here: Office, id: string) => Promise<{ status: number }>> = {
  knows: async () => ({ status: 200 }),
  deactivated: ({ scim }, id) =>
    scim.patch(`/scim/v2/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false })),
  deleted: ({ scim }, id) => scim.delete(`/scim/v2/Users/${id}`),
}
const cases = Object.keys(ways).flatMap((way) => Object.keys(endings).map((ending) => ({ way, ending })))

test.each(cases)(
  'a member whom the directory $ending keeps the address when another person $way',
  async ({ way, ending }) => {
    const here = await office()
    const { ask, press } = ways[way]!
    expect((await ask(here)).status).toBeLessThan(300)
    const { body: made } = await here.scim.post('/scim/v2/Users', newPerson({ userName: here.email }))
    expect((await endings[ending]!(here, made.id)).status).toBeLessThan(300)
    expect(await press(here, await here.mailed())).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const { body: users } = await here.administrator.get('/users')
    const holders = users.filter(({ email }: { email: string }) => email === here.email)
    expect(holders).toMatchObject([{ id: made.id, is_active: ending === 'knows' }])
  },
)

test('the invited person and the inviter see that a member of the directory has the address', async () => {
  const here = await office()
  await ways['accepts a mailed invitation']!.ask(here)
  await here.scim.post('/scim/v2/Users', newPerson({ userName: here.email }))
  const info = await here.browser.get(`/invitations/info?token=${encodeURIComponent(await here.mailed())}`)
  expect(info.body.existing).toMatchObject({ is_kept: true, last_used: null })
  const again = await here.administrator.post('/invitations', { email: here.email })
  expect(again).toMatchObject({ status: 409, body: { code: 'already_member' } })
  expect((await here.administrator.get('/invitations')).body.invitations).toEqual([])
})

test('an invited person who resets the password gets into the account that the directory created', async () => {
  const here = await office()
  const { email, browser, scim } = here
  const { body: made } = await scim.post('/scim/v2/Users', newPerson({ userName: email }))
  await browser.post('/auth/password-reset', { email })
  const chosen = { token: await here.mailed(), new_password: secret, confirm_password: secret }
  expect((await browser.put('/auth/password-reset', chosen)).status).toBe(204)
  const login = () => browser.post('/auth/login', { username: email, password: secret })
  expect((await login()).status).toBe(200)
  expect((await endings.deactivated!(here, made.id)).status).toBe(200)
  expect((await login()).body.code).toBe('account_inactive')
})
