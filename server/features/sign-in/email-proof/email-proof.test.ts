import { expect, test } from 'vitest'
import { withEveryTeamTransaction } from '#server/db/database.ts'
import { withCookies } from '#server/testing/client.ts'
import { testDatabase } from '#server/testing/database.ts'
import { locksAwaited } from '#server/testing/locks.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, password, startApp, team } from '#server/testing/team.ts'

// Tests of the mailed link that proves an address (E1.03).
const newEmail = () => `${crypto.randomUUID()}@example.com`
const registration = (email = newEmail()) => ({
  first_name: '直樹',
  family_name: '早川',
  preferred_name: '',
  email,
  password: 'a stranger chose it',
})

async function open(signUpDomains: string[]) {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'asakai@example.com' }
  const { visitor, database } = await startApp({ database: await testDatabase(), signUpDomains, mail })
  const browser = () => withCookies(visitor(newAddress()))
  const check = async (client: ReturnType<typeof browser>, token: string) =>
    (await client.post('/auth/email-proof/check', { token })).body
  const logIn = async (sent: ReturnType<typeof registration>) =>
    (await visitor().post('/auth/login', { username: sent.email, password: sent.password })).status
  const members = () =>
    withEveryTeamTransaction(database, (db) => db.selectFrom('users').select(['email', 'email_proven_at']).execute())
  return { mailbox, browser, check, database, logIn, members, visitor }
}

/** Creates a team on a server that sends email, and a member with a pending change of address. */
async function withNewAddress() {
  const mailbox = await openMailbox()
  const { member, visitor } = await team({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const owner = await member('早川', { preferred_name: 'ナオ' })
  const email = newEmail()
  await owner.patch('/users/me/profile', { first_name: '直樹', family_name: '早川', preferred_name: 'ナオ', email })
  const mails = [await mailbox.next(), await mailbox.next()]
  const token = tokenIn(mails.find(({ to }) => to === email)!)
  const post = (path: string) => visitor().post(path, { token })
  return { email, owner, post }
}

test('confirming the emailed link logs in the browser in which the sign-up began', async () => {
  const { mailbox, browser, check, members } = await open(['example.com'])
  const [began, sent] = [browser(), registration()]
  await began.post('/onboarding', sent)
  const token = tokenIn(await mailbox.next())

  expect(await check(began, token)).toEqual({
    status: 'open',
    kind: 'sign-up',
    email: sent.email,
    name: '早川 直樹',
    begun_here: true,
    existing: null,
  })
  expect(await members()).toEqual([])
  const pressed = await began.post('/auth/email-proof', { token })
  expect(pressed.status).toBe(200)
  const me = await began.get('/users/me', { authorization: `Bearer ${pressed.body.access_token}` })
  expect(me.body.email).toBe(sent.email)
  expect(await check(began, token)).toEqual({ status: 'confirmed' })
})

test('confirming the emailed link in another browser asks for a new password (E1.16)', async () => {
  const { mailbox, browser, check, logIn } = await open(['example.com'])
  const [began, elsewhere, sent] = [browser(), browser(), registration()]
  await elsewhere.post('/onboarding', registration()) // another sign-up began in the other browser
  await mailbox.next()
  await began.post('/onboarding', sent)
  const token = tokenIn(await mailbox.next())

  expect(await check(elsewhere, token)).toMatchObject({ status: 'open', begun_here: false })
  expect(await logIn(sent)).toBe(401)
  const { status, body } = await elsewhere.post('/auth/email-proof', { token })
  expect([status, Object.keys(body)]).toEqual([200, ['password_token']])
  expect(await logIn(sent)).toBe(401)
  const chosen = { new_password: 'kumo no mine ikutsu', confirm_password: 'kumo no mine ikutsu' }
  const set = { token: body.password_token, ...chosen }
  expect((await elsewhere.put('/auth/password-reset', set)).status).toBe(204)
  expect(await logIn({ ...sent, password: chosen.new_password })).toBe(200)
  expect(await check(elsewhere, token)).toEqual({ status: 'confirmed' })
  expect((await elsewhere.post('/auth/email-proof', { token })).body.code).toBe('link_invalid')
})

test('the owner of an address can delete a stranger’s pending sign-up', async () => {
  const { mailbox, browser, logIn, members } = await open(['example.com'])
  const [stranger, owner, sent] = [browser(), browser(), registration()]
  await stranger.post('/onboarding', sent)
  const token = tokenIn(await mailbox.next())

  expect((await owner.post('/auth/email-proof/disown', { token })).status).toBe(204)
  for (const path of ['/auth/email-proof', '/auth/email-proof/check', '/auth/email-proof/disown'])
    expect((await stranger.post(path, { token })).body.code).toBe('link_invalid')
  expect(await logIn(sent)).toBe(401)
  expect(await members()).toEqual([])
  expect((await owner.post('/onboarding', registration(sent.email))).status).toBe(201)
})

test('a sign-up is not reported as deleted if its account is made at the same moment', async () => {
  const { mailbox, browser, database } = await open(['example.com'])
  await browser().post('/onboarding', registration())
  const token = tokenIn(await mailbox.next())
  const disowned = await withEveryTeamTransaction(database, async (db) => {
    await db.deleteFrom('pending_registrations').execute() // deletes the sign-up, as confirming the link does
    const answer = browser().post('/auth/email-proof/disown', { token })
    await expect.poll(() => withEveryTeamTransaction(database, locksAwaited)).not.toEqual([])
    return { answer }
  })
  expect(await disowned.answer).toMatchObject({ status: 400, body: { code: 'link_invalid' } })
})

test('the owner of an address can end a stranger’s account with the address', async () => {
  const { mailbox, browser, check, logIn, visitor } = await open([])
  const [stranger, owner, sent] = [browser(), browser(), registration()]
  await stranger.post('/onboarding', sent)
  const token = tokenIn(await mailbox.next())
  const { body: tokens } = await stranger.post('/auth/login', { username: sent.email, password: sent.password })
  const bearer = { authorization: `Bearer ${tokens.access_token}` }
  const made = { name: 'x', scopes: ['read'], expires_on: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }
  const { body: found } = await stranger.post('/tokens', made, bearer)
  await mailbox.next() // the email about the new token

  expect(await check(owner, token)).toMatchObject({ status: 'open', kind: 'account', email: sent.email })
  expect((await owner.post('/auth/email-proof/disown', { token })).status).toBe(204)

  expect(await logIn(sent)).toBe(401)
  expect((await visitor().get('/users/me', bearer)).status).toBe(401)
  expect((await visitor().post('/auth/refresh', tokens)).status).toBe(401)
  expect(found.token).toBeTruthy()
  expect((await visitor().get('/users/me', { authorization: `Bearer ${found.token}` })).status).toBe(401)
  expect((await owner.post('/auth/email-proof', { token })).body.code).toBe('link_invalid')

  await owner.post('/auth/password-reset', { email: sent.email })
  const chosen = { new_password: 'the owner chose it', confirm_password: 'the owner chose it' }
  const reset = await owner.put('/auth/password-reset', { token: tokenIn(await mailbox.next()), ...chosen })
  expect(reset.status).toBe(204)
  expect(await logIn({ ...sent, password: chosen.new_password })).toBe(200)
})

test('the emailed link of a sign-up cannot end the account after its address is proven', async () => {
  const { mailbox, browser, check, logIn, members } = await open([])
  const [owner, sent] = [browser(), registration()]
  await owner.post('/onboarding', sent)
  const token = tokenIn(await mailbox.next())
  expect((await owner.post('/auth/email-proof', { token })).status).toBe(204)
  expect((await members())[0]!.email_proven_at).not.toBeNull()
  expect(await check(owner, token)).toEqual({ status: 'confirmed' })
  expect((await owner.post('/auth/email-proof/disown', { token })).body.code).toBe('link_invalid')
  expect(await logIn(sent)).toBe(200)
})

test('confirming the emailed link for a new address changes the account’s address', async () => {
  const { email, owner, post } = await withNewAddress()
  const check = async () => (await post('/auth/email-proof/check')).body
  expect(await check()).toEqual({
    status: 'open',
    kind: 'new-address',
    email,
    name: 'ナオ',
    begun_here: false,
    existing: null,
  })
  expect((await owner.get('/users/me')).body).toMatchObject({ email: owner.user.email, pending_email: email })
  expect((await post('/auth/email-proof')).status).toBe(204)
  expect((await owner.get('/users/me')).body).toMatchObject({ email, pending_email: null })
  expect(await check()).toEqual({ status: 'confirmed' })
})

test('confirming a new address takes the address from a stranger’s unproven account', async () => {
  const { email, owner, post } = await withNewAddress()
  const squatter = await (await team()).member('見知らぬ', { email })
  expect((await post('/auth/email-proof')).status).toBe(204)
  expect((await owner.get('/users/me')).body).toMatchObject({ email, pending_email: null })
  expect((await squatter.get('/users/me')).status).toBe(401)
})

test('the owner of a new address can cancel the change of the account’s address', async () => {
  const { owner, post } = await withNewAddress()
  expect((await post('/auth/email-proof/disown')).status).toBe(204)
  expect((await owner.get('/users/me')).body).toMatchObject({ email: owner.user.email, pending_email: null })
  expect((await post('/auth/email-proof')).body.code).toBe('link_invalid')
  const logIn = { username: owner.user.email, password }
  expect((await owner.post('/auth/login', logIn)).status).toBe(200)
})

test.each(['x', 'A'.repeat(43), `${'0'.repeat(36)}.${'0'.repeat(36)}.${'A'.repeat(43)}`])(
  'the proof of an email rejects an invalid token (%#)',
  async (token) => {
    const { visitor } = await startApp()
    for (const path of ['/auth/email-proof', '/auth/email-proof/check', '/auth/email-proof/disown'])
      expect((await visitor().post(path, { token })).body.code).toBe('link_invalid')
  },
)

type Waiting = Awaited<ReturnType<typeof withNewAddress>>
test.each([
  ['the owner logs out all others', ({ owner }: Waiting) => owner.delete('/sessions')],
  [
    'the owner changes the password',
    ({ owner }: Waiting) =>
      owner.patch('/users/me/password', { new_password: 'kumo no mine', confirm_password: 'kumo no mine' }),
  ],
])('the emailed link for a new address is invalid once %s', async (_, act) => {
  const waiting = await withNewAddress()
  expect((await waiting.owner.get('/users/me')).body.pending_email).toBe(waiting.email)
  expect((await act(waiting)).status).toBe(204)
  expect((await waiting.owner.get('/users/me')).body.pending_email).toBeNull()
  for (const path of ['/auth/email-proof/check', '/auth/email-proof'])
    expect((await waiting.post(path)).body.code).toBe('link_invalid')
})

test('the emailed link of a deactivated member is invalid', async () => {
  const { mailbox, browser, visitor } = await open([])
  const [first, second] = [registration(), registration()]
  await browser().post('/onboarding', first)
  await mailbox.next()
  const { body: tokens } = await visitor().post('/auth/login', { username: first.email, password: first.password })
  const bearer = { authorization: `Bearer ${tokens.access_token}` }
  const { body: made } = await browser().post('/onboarding', second)
  const token = tokenIn(await mailbox.next())
  expect((await visitor().patch(`/users/${made.id}`, { is_active: false }, bearer)).status).toBe(200)
  for (const path of ['/auth/email-proof/check', '/auth/email-proof'])
    expect((await visitor().post(path, { token })).body.code).toBe('link_invalid')
})
