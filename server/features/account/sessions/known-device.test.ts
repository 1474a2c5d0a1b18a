import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { emailKey } from '#server/access/email-address/email-key.ts'
import { withAccount } from '#server/access/attempts/known-device.ts'
import { openKeyring, seal } from '#server/access/keys/sealed.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { newAddress, password, startApp, team } from '#server/testing/team.ts'

type Owner = { user: { email: string } }
type Node = Pick<Awaited<ReturnType<typeof startApp>>, 'app' | 'visitor'>
const newPassword = 'kumo no mine ikutsu'
const chosen = { new_password: newPassword, confirm_password: newPassword }

const signIn = async (browser: Client, { user }: Owner, secret = password) =>
  (await browser.post('/auth/login', { username: user.email, password: secret })).status

async function withOwner(settings?: Parameters<typeof team>[0]) {
  const made = await team(settings)
  const owner = await made.member()
  // The test's clock does not advance by itself. Without this line, the old and the new password of a member would be
  // set in the same millisecond.
  made.clock.now = new Date(made.clock.now.getTime() + 60_000)
  return { made, visitor: made.visitor, owner }
}

/** Returns a browser in which the members have signed in, each from another address. */
async function browserOf({ visitor }: Node, ...members: Owner[]) {
  const browser = withCookies(visitor())
  for (const member of members) expect(await signIn(browser, member)).toBe(200)
  return browser
}

/**
 * Counts ten wrong guesses without comparing passwords. After that, a browser that the account does not know cannot log
 * in.
 */
async function lock({ app, visitor }: Node, member: Owner, right = password) {
  const account = emailKey(member.user.email)
  for (let count = 0; count < 10; count += 1)
    await app.services.attempts.password({ account, address: newAddress() }, async () => false)
  expect(await signIn(visitor(), member, right)).toBe(429)
}

test('strangers cannot lock the owner out of a known browser, even after a logout', async () => {
  const { made, visitor, owner } = await withOwner()
  const browser = withCookies(visitor())
  const { body } = await browser.post('/auth/login', { username: owner.user.email, password })
  await browser.post('/auth/logout', { refresh_token: body.refresh_token })
  await lock(made, owner)
  expect(await signIn(browser, owner)).toBe(200)
})

test('a form of another site cannot remove the cookie of a known browser', async () => {
  const { member, visitor } = await team()
  const { user } = await member()
  const sent = { username: user.email, password }
  const keepsCookie = async (site: string) => {
    const { status, headers } = await visitor().post('/auth/login', sent, { 'sec-fetch-site': site })
    expect(status).toBe(200)
    return headers['set-cookie'] !== undefined
  }
  expect(await keepsCookie('cross-site')).toBe(false)
  expect(await keepsCookie('same-site')).toBe(false)
  expect(await keepsCookie('same-origin')).toBe(true)
})

test('five wrong passwords in a known browser lock out that browser only', async () => {
  const { made, visitor, owner } = await withOwner()
  const [guessing, other] = [await browserOf(made, owner), await browserOf(made, owner)]
  for (let count = 0; count < 5; count += 1) expect(await signIn(guessing, owner, 'wrong')).toBe(401)
  expect(await signIn(guessing, owner)).toBe(429)
  for (const browser of [other, visitor()]) expect(await signIn(browser, owner)).toBe(200)
})

/**
 * Returns a browser in which the owner has signed in. Strangers at the address of this browser have guessed passwords
 * too often.
 */
async function inBusyOffice() {
  const { app, member, visitor } = await team()
  const owner = await member()
  const office = newAddress()
  const browser = withCookies(visitor(office))
  const { body } = await browser.post('/auth/login', { username: owner.user.email, password })
  for (let count = 0; count < 30; count += 1)
    await app.services.attempts.password({ account: `${count}@example.com`, address: office }, async () => false)
  expect(await signIn(withCookies(visitor(office)), owner)).toBe(429)
  return { browser, owner, bearer: { authorization: `Bearer ${body.access_token}` }, office, visitor }
}

test('strangers at the same address cannot lock out a browser that the account knows', async () => {
  const { browser, owner } = await inBusyOffice()
  expect(await signIn(browser, owner)).toBe(200)
  for (let count = 0; count < 4; count += 1) expect(await signIn(browser, owner, 'wrong')).toBe(401)
  expect(await signIn(browser, owner)).toBe(200)
})

test('wrong passwords in a confirmation count by account and session, not by address', async () => {
  const { bearer, office, visitor } = await inBusyOffice()
  const confirm = async (current_password: string) =>
    (await visitor(office).post('/auth/reauthenticate', { current_password }, bearer)).status
  expect(await confirm(password)).toBe(204)
  for (let count = 0; count < 5; count += 1) expect(await confirm('wrong')).toBe(403)
  expect(await confirm(password)).toBe(429)
})

test('a browser is known only for the accounts that have signed in with it', async () => {
  const made = await team()
  const { member } = made
  const [first, second, stranger] = [await member('早川'), await member('伊藤'), await member('森')]
  const browser = await browserOf(made, first, second)
  for (const account of [first, second, stranger]) await lock(made, account)
  expect(await signIn(browser, first)).toBe(200)
  expect(await signIn(browser, second)).toBe(200)
  expect(await signIn(browser, stranger)).toBe(429)
})

test('a known-browser cookie that was changed or made by someone else is ignored', async () => {
  const { made, visitor, owner } = await withOwner()
  const { jar } = await browserOf(made, owner)
  await lock(made, owner)
  const cookie = jar.get('asakai_device')!
  const forged = await seal(openKeyring(randomBytes(32)), 'cookie:device', { id: 'x', accounts: [] })
  const altered = `${cookie.slice(0, 60)}${cookie[60] === 'A' ? 'B' : 'A'}${cookie.slice(61)}`
  for (const cookie of [altered, forged, 'x']) expect(await signIn(withCookie(visitor(), cookie), owner)).toBe(429)
  expect(await signIn(withCookie(visitor(), cookie), owner)).toBe(200)
})

const withCookie = (caller: Client, cookie: string): Client => {
  const browser = withCookies(caller)
  browser.jar.set('asakai_device', cookie)
  return browser
}

test('strangers at the same address cannot keep a known browser from resetting the password (N2.06)', async () => {
  const mailbox = await openMailbox()
  const { made, visitor, owner } = await withOwner({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const office = newAddress()
  const ask = async (browser: Client, email = owner.user.email) =>
    (await browser.post('/auth/password-reset', { email })).status
  const browser = withCookies(visitor(office))
  expect(await signIn(browser, owner)).toBe(200)
  for (let count = 0; count < 60; count += 1) await made.app.services.attempts.askForReset(office)
  expect(await ask(withCookies(visitor(office)))).toBe(429)
  expect(await ask(browser, 'somebody.else@example.com')).toBe(429)
  expect(await ask(browser, owner.user.email.toUpperCase())).toBe(204)
  expect((await mailbox.next()).to).toBe(owner.user.email)
})

test('a password reset makes all browsers unknown', async () => {
  const mailbox = await openMailbox()
  const { made, visitor, owner } = await withOwner({ mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const [thief, browser] = [await browserOf(made, owner), withCookies(visitor())]
  await browser.post('/auth/password-reset', { email: owner.user.email })
  await browser.put('/auth/password-reset', { token: tokenIn(await mailbox.next()), ...chosen })
  expect(await signIn(browser, owner, newPassword)).toBe(200)
  await lock(made, owner, newPassword)
  expect(await signIn(thief, owner, newPassword)).toBe(429)
  expect(await signIn(browser, owner, newPassword)).toBe(200)
})

test('after a password change, only the browser that made the change stays known', async () => {
  const { made, visitor, owner } = await withOwner()
  const [browser, other] = [withCookies(visitor()), await browserOf(made, owner)]
  const { body } = await browser.post('/auth/login', { username: owner.user.email, password })
  const asked = { authorization: `Bearer ${body.access_token}` }
  expect((await browser.patch('/users/me/password', chosen, asked)).status).toBe(204)
  await lock(made, owner, newPassword)
  expect(await signIn(browser, owner, newPassword)).toBe(200)
  expect(await signIn(other, owner, newPassword)).toBe(429)
})

test('a browser is known after accepting an invitation', async () => {
  const made = await team()
  const { member, visitor } = made
  const browser = withCookies(visitor())
  const email = `misaki-${newAddress()}@example.com`
  const { body } = await (await member()).post('/invitations', { email, role: 'qa-engineer' })
  const names = { first_name: '美咲', family_name: '伊藤', preferred_name: '' }
  const id = new URL(body.link).searchParams.get('token')
  const accepted = await browser.post('/invitations/accept', {
    ...names,
    id,
    password: newPassword,
    confirm_password: newPassword,
  })
  expect(accepted.status).toBe(200)
  const misaki = { user: { email } }
  await lock(made, misaki, newPassword)
  expect(await signIn(browser, misaki, newPassword)).toBe(200)
})

test('every server recognises a known browser, also after a change of SECRET_KEY', async () => {
  const made = await team()
  const { member, config } = made
  const owner = await member()
  const { jar } = await browserOf(made, owner)
  const cookie = jar.get('asakai_device')!
  for (const keys of [{}, { secretKey: randomBytes(32), previousSecretKey: config.secretKey }]) {
    const node = await startApp(keys)
    await lock(node, owner)
    expect(await signIn(withCookie(node.visitor(), cookie), owner)).toBe(200)
  }
})

test('a browser stays known for the last ten accounts that signed in with it', async () => {
  const { database } = await startApp()
  const ids = Array.from({ length: 11 }, () => crypto.randomUUID())
  let device = await withAccount(database, undefined, { teamId: ids[0]!, userId: ids[0]! })
  const { id } = device
  for (const userId of ids) device = await withAccount(database, device, { teamId: ids[0]!, userId })
  expect(device.accounts.map(({ userId }) => userId)).toEqual(ids.toReversed().slice(0, 10))
  expect(device.id).toBe(id)
})
