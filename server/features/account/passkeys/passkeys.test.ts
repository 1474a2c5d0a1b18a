import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { readerOf } from '#server/config/environment.ts'
import { authenticator, type Authenticator } from '#server/testing/authenticator.ts'
import { withCookies } from '#server/testing/client.ts'
import { locksAwaited } from '#server/testing/locks.ts'
import { openMailbox, tokenIn } from '#server/testing/mailbox.ts'
import { type Member, newAddress, password, team } from '#server/testing/team.ts'

const publicUrl = 'https://asakai.example.com'
const noon = new Date('2026-10-23T03:00:00Z')
const minute = 60_000 // milliseconds

type Options = NonNullable<Parameters<typeof team>[0]>

/** Creates a team on its own host, with members who add passkeys and sign in with them. */
async function teamWithPasskeys(options: Options = {}) {
  const here = await team({ publicUrl, now: noon, ...options })
  const advanceClock = (milliseconds: number) => {
    here.clock.now = new Date(here.clock.now.getTime() + milliseconds)
  }
  const add = async (member: Member, key = authenticator(publicUrl), more: { name?: string } = {}) => {
    const browser = withCookies(member)
    const { body: given } = await browser.post('/passkeys/options')
    const answer = await browser.post('/passkeys', { ...more, credential: key.create(given) })
    return { ...answer, key, id: answer.body.id as string }
  }
  const signIn = async (key: Authenticator, other: Parameters<Authenticator['get']>[1] = {}) => {
    const browser = withCookies(here.visitor())
    const { body: given } = await browser.post('/auth/passkey/options')
    return browser.post('/auth/passkey', { credential: key.get(given, other) })
  }
  /** Deletes a member's password, so that only their passkeys are left. */
  const forgetPassword = ({ user }: Member) =>
    withTeamTransaction(here.database, here, (db) =>
      db.deleteFrom('credentials').where('user_id', '=', user.id).execute(),
    )
  return { ...here, advanceClock, add, signIn, forgetPassword }
}

test('a member adds a passkey, sees it and signs in with it alone (N2.09)', async () => {
  const { member, add, signIn, advanceClock, visitor } = await teamWithPasskeys()
  const hayakawa = await member()
  const { status, body, key } = await add(hayakawa, undefined, { name: 'MacBookの指紋' })
  const listed = {
    id: expect.any(String),
    name: 'MacBookの指紋',
    created_at: '2026-10-23T12:00:00+09:00',
    used_at: null,
  }
  expect({ status, body }).toEqual({ status: 201, body: listed })
  advanceClock(10 * minute)

  const { status: signedIn, body: tokens, headers } = await signIn(key)

  expect(signedIn).toBe(200)
  const me = await visitor().get('/users/me', { authorization: `Bearer ${tokens.access_token}` })
  expect(me.body.id).toBe(hayakawa.user.id)
  expect(JSON.stringify(headers['set-cookie'])).toContain('asakai_device')
  expect((await hayakawa.get('/passkeys')).body).toEqual({
    passkeys: [{ ...listed, used_at: '2026-10-23T12:10:00+09:00' }],
    only_way_in: false,
  })
})

test('the server asks for a new passkey that needs no email at the sign-in and verifies its owner', async () => {
  const { member, add } = await teamWithPasskeys()
  const hayakawa = await member()
  const { key } = await add(hayakawa)
  const { body } = await hayakawa.post('/passkeys/options')
  expect(body).toMatchObject({
    rp: { id: 'asakai.example.com', name: 'Asakai' },
    user: { name: hayakawa.user.email, displayName: '早川 直樹' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ id: key.id, transports: ['internal', 'hybrid'] }],
  })
})

test('a passkey without a name gets the browser’s name and can be renamed', async () => {
  const { member, add } = await teamWithPasskeys()
  const [hayakawa, sato] = [await member(), await member('佐藤')]
  const { body } = await add(hayakawa)
  expect(body.name).toBe('')
  await add(hayakawa, undefined, { name: '自宅のキー' })
  expect((await hayakawa.patch(`/passkeys/${body.id}`, { name: ' 会社のキー ' })).status).toBe(204)
  expect((await hayakawa.get('/passkeys')).body.passkeys).toMatchObject([
    { name: '会社のキー' },
    { name: '自宅のキー' },
  ])
  expect((await hayakawa.patch(`/passkeys/${body.id}`, { name: ' ' })).status).toBe(400)
  expect((await sato.get('/passkeys')).body.passkeys).toEqual([])
  expect((await sato.patch(`/passkeys/${body.id}`, { name: 'x' })).body.code).toBe('not_found')
  expect((await sato.delete(`/passkeys/${body.id}`)).body.code).toBe('not_found')
})

test('a removed passkey signs no one in, and a member of another team may add it', async () => {
  const { member, add, signIn } = await teamWithPasskeys()
  const hayakawa = await member()
  const { id, key } = await add(hayakawa)
  expect((await hayakawa.delete(`/passkeys/${id}`)).status).toBe(204)
  expect((await hayakawa.delete(`/passkeys/${id}`)).status).toBe(404)
  expect(await signIn(key)).toMatchObject({ status: 401, body: { code: 'passkey_unknown' } })
  const elsewhere = await team({ publicUrl, now: noon })
  expect((await add(await elsewhere.member(), key)).status).toBe(201)
  expect((await signIn(key)).status).toBe(200)
})

test('a passkey that another member of any team has already added is refused', async () => {
  const { member, add, signIn, visitor } = await teamWithPasskeys()
  const hayakawa = await member()
  const { key } = await add(hayakawa)
  const elsewhere = await team({ publicUrl, now: noon })
  const thief = await elsewhere.member()
  for (const other of [hayakawa, await member('佐藤'), thief])
    expect(await add(other, key)).toMatchObject({ status: 409, body: { code: 'passkey_exists' } })
  // The authenticator now returns the user handle of the last account. The passkey still belongs to the first one.
  const { body } = await signIn(key, { userHandle: handleOf(hayakawa) })
  const me = await visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
  expect(me.body.id).toBe(hayakawa.user.id)
})

const handleOf = ({ user }: Member) => Buffer.from(user.id.replaceAll('-', ''), 'hex').toString('base64url')

test.each([
  ['at another site', { origin: 'https://asakai.example.org' }],
  ['for another host', { rpId: 'example.com' }],
  ['without verifying its owner', { verified: false }],
])('a passkey that was made %s is refused', async (_, other) => {
  const { member } = await teamWithPasskeys()
  const browser = withCookies(await member())
  const { body: given } = await browser.post('/passkeys/options')
  const credential = authenticator(publicUrl).create(given, other)
  expect(await browser.post('/passkeys', { credential })).toMatchObject({
    status: 400,
    body: { code: 'passkey_refused' },
  })
  expect((await browser.get('/passkeys')).body.passkeys).toEqual([])
})

test.each([
  ['at another site', { origin: 'https://asakai.example.org' }],
  ['for another host', { rpId: 'example.com' }],
  ['without verifying its owner', { verified: false }],
  ['for somebody else', { userHandle: 'AAAA' }],
  ['with a counter that was used before', { counter: 1 }],
])('a passkey’s signature %s is refused', async (_, other) => {
  const { member, add, signIn } = await teamWithPasskeys()
  const { key } = await add(await member())
  expect((await signIn(key)).status).toBe(200)
  expect(await signIn(key, other)).toMatchObject({ status: 400, body: { code: 'passkey_refused' } })
  expect((await signIn(key)).status).toBe(200)
})

test('a sign-in with the signature of another passkey is refused', async () => {
  const { member, add, visitor } = await teamWithPasskeys()
  const hayakawa = await member()
  const { key } = await add(hayakawa)
  const browser = withCookies(visitor())
  const { body: given } = await browser.post('/auth/passkey/options')
  const { response } = authenticator(publicUrl).get(given, { userHandle: handleOf(hayakawa), counter: 5 })
  const credential = { ...key.get(given), response }
  expect(await browser.post('/auth/passkey', { credential })).toMatchObject({ body: { code: 'passkey_refused' } })
})

test('an authenticator without a counter can sign in repeatedly', async () => {
  const { member, add, signIn } = await teamWithPasskeys()
  const { key } = await add(await member())
  for (const _ of 'twice') expect((await signIn(key, { counter: 0 })).status).toBe(200)
})

test('only one of several simultaneous sign-ins with the same passkey counter succeeds', async () => {
  const { member, add, signIn, database, teamId } = await teamWithPasskeys()
  const { id, key } = await add(await member())
  const { uses } = await withTeamTransaction(database, { teamId }, async (db) => {
    const own = db.selectFrom('passkeys').where((is) => is.and({ team_id: teamId, id }))
    await own.select('id').forUpdate().execute()
    const begun = Promise.all(Array.from({ length: 5 }, () => signIn(key, { counter: 7 })))
    await expect.poll(() => locksAwaited(db)).toContain('tuple') // the second waiting sign-in waits for this lock
    return { uses: begun }
  })
  const answers = await uses
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a passkey challenge is valid once, for ten minutes, in its browser, for its purpose', async () => {
  const { member, add, visitor, advanceClock } = await teamWithPasskeys()
  const hayakawa = await member()
  const { key } = await add(hayakawa)
  const [browser, other] = [withCookies(visitor()), withCookies(visitor())]
  const options = async () => (await browser.post('/auth/passkey/options')).body
  const given = await options()
  const kept = new Map(browser.jar)
  expect((await other.post('/auth/passkey', { credential: key.get(given) })).body.code).toBe('sign_in_refused')
  expect((await browser.post('/auth/passkey', { credential: key.get(given) })).status).toBe(200)
  for (const [name, value] of kept) browser.jar.set(name, value)
  expect((await browser.post('/auth/passkey', { credential: key.get(given) })).body.code).toBe('sign_in_refused')

  const late = await options()
  advanceClock(10 * minute)
  expect((await browser.post('/auth/passkey', { credential: key.get(late) })).body.code).toBe('sign_in_refused')

  const adding = withCookies(hayakawa)
  const { body: forAdding } = await adding.post('/passkeys/options')
  expect(
    (await adding.post('/auth/passkey', { credential: key.get({ ...forAdding, rpId: forAdding.rp.id }) })).body.code,
  ).toBe('sign_in_refused')
  const sato = await member('佐藤')
  const { body: mine } = await adding.post('/passkeys/options')
  const theirs = withCookies(sato)
  for (const [name, value] of adding.jar) theirs.jar.set(name, value)
  const stolen = await theirs.post('/passkeys', { credential: authenticator(publicUrl).create(mine) })
  expect(stolen.body.code).toBe('sign_in_refused')
})

test('two tabs of one browser can each sign in with their own passkey challenge', async () => {
  const { member, add, visitor } = await teamWithPasskeys()
  const { key } = await add(await member())
  const browser = withCookies(visitor())
  const given = [(await browser.post('/auth/passkey/options')).body, (await browser.post('/auth/passkey/options')).body]
  for (const each of given)
    expect((await browser.post('/auth/passkey', { credential: key.get(each) })).status).toBe(200)
})

test('a deactivated member who signs in with their passkey learns that the account is inactive', async () => {
  const { member, add, signIn } = await teamWithPasskeys()
  const administrator = await member()
  const sato = await member('佐藤')
  const { key } = await add(sato)
  const { key: administrators } = await add(administrator)
  await administrator.patch(`/users/${sato.user.id}`, { is_active: false })
  expect(await signIn(key)).toMatchObject({ status: 403, body: { code: 'account_inactive' } })
  expect((await signIn(administrators)).status).toBe(200)
  expect((await signIn(key, { origin: 'https://asakai.example.org' })).body.code).toBe('passkey_refused')
  await administrator.patch(`/users/${sato.user.id}`, { is_active: true })
  expect((await signIn(key)).status).toBe(200)
})

test('failed sign-ins with a passkey are counted by network address', async () => {
  const { member, add, visitor, app } = await teamWithPasskeys()
  const { key } = await add(await member())
  const browser = withCookies(visitor())
  const attempt = async (by: Authenticator) => {
    const { body: given } = await browser.post('/auth/passkey/options')
    return browser.post('/auth/passkey', { credential: by.get(given, { userHandle: 'AAAA' }) })
  }
  const stranger = authenticator(publicUrl)
  for (let count = 0; count < 30; count += 1) expect((await attempt(stranger)).body.code).toBe('passkey_unknown')
  expect(await attempt(key)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
  expect(await app.services.metrics.text()).toContain('asakai_refusals_total{limit="passkey-address-minute"} 1')
})

test('strangers at the same address cannot lock out a browser that the account knows (N2.06)', async () => {
  const { member, add, visitor } = await teamWithPasskeys()
  const [{ key }, office] = [await add(await member()), newAddress()]
  const attempt = async (browser: ReturnType<typeof withCookies>, by: Authenticator, altered = {}) => {
    const { body: given } = await browser.post('/auth/passkey/options')
    return (await browser.post('/auth/passkey', { credential: by.get(given, altered) })).status
  }
  const browser = withCookies(visitor(office))
  expect(await attempt(browser, key)).toBe(200)
  const stranger = authenticator(publicUrl)
  for (let count = 0; count < 31; count += 1)
    await attempt(withCookies(visitor(office)), stranger, { userHandle: 'AAAA' })
  expect(await attempt(withCookies(visitor(office)), key)).toBe(429)
  expect(await attempt(browser, key)).toBe(200)
  for (let count = 0; count < 5; count += 1) expect(await attempt(browser, key, { verified: false })).toBe(400)
  expect(await attempt(browser, key)).toBe(429)
})

test('adding and removing a passkey require the password if the sign-in is fifteen minutes old', async () => {
  const { member, add, advanceClock, visitor } = await teamWithPasskeys()
  const hayakawa = await member()
  const { id } = await add(hayakawa)
  advanceClock(15 * minute)
  const { body: tokens } = await visitor().post('/auth/refresh', hayakawa.tokens)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const refused = { status: 403, body: { code: 'reauthentication_required' } }
  expect(await visitor().post('/passkeys/options', {}, headers)).toMatchObject(refused)
  expect(await visitor().delete(`/passkeys/${id}`, headers)).toMatchObject(refused)
  await visitor().post('/auth/reauthenticate', { current_password: password }, headers)
  expect((await visitor().post('/passkeys/options', {}, headers)).status).toBe(200)
  expect((await visitor().delete(`/passkeys/${id}`, headers)).status).toBe(204)
})

test('a passkey that is the only way to sign in cannot be removed', async () => {
  const { member, add, forgetPassword } = await teamWithPasskeys()
  const hayakawa = await member()
  await add(await member('佐藤'))
  const first = await add(hayakawa)
  await forgetPassword(hayakawa)
  const only = async () => (await hayakawa.get('/passkeys')).body.only_way_in
  expect(await only()).toBe(true)
  expect(await hayakawa.delete(`/passkeys/${first.id}`)).toMatchObject({ status: 409, body: { code: 'last_way_in' } })
  const second = await add(hayakawa)
  expect(await only()).toBe(false)
  const answers = await Promise.all([first, second].map(({ id }) => hayakawa.delete(`/passkeys/${id}`)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]))
})

test('a passkey can be removed if a provider’s account remains, and an account if a passkey remains', async () => {
  const github = {
    clientId: 'asakai',
    clientSecret: 'secret',
    url: 'http://127.0.0.1:1',
    apiUrl: 'http://127.0.0.1:1',
    issueScope: '' as const,
  }
  const bare = await teamWithPasskeys()
  const { member, add, forgetPassword, database, teamId } = await teamWithPasskeys({
    providers: { ...bare.config.providers, github },
  })
  const hayakawa = await member()
  const { id } = await add(hayakawa)
  await forgetPassword(hayakawa)
  const row = { team_id: teamId, user_id: hayakawa.user.id, account: '@name', subject: hayakawa.user.id }
  const connect = (provider: 'github' | 'google', of: Partial<typeof row> | { subject: null } = {}) =>
    withTeamTransaction(database, { teamId }, (db) =>
      db
        .insertInto('connections')
        .values({ ...row, ...of, provider })
        .execute(),
    )
  const colleague = (await member('佐藤')).user.id
  await connect('github', { user_id: colleague, subject: colleague })
  await connect('google')
  expect((await hayakawa.get('/passkeys')).body.only_way_in).toBe(true)
  await connect('github', { subject: null })
  expect((await hayakawa.get('/passkeys')).body.only_way_in).toBe(true)
  expect((await hayakawa.delete('/connections/github')).status).toBe(204)
  await connect('github')
  expect((await hayakawa.get('/passkeys')).body.only_way_in).toBe(false)
  expect((await hayakawa.delete('/connections/github')).status).toBe(204)
  expect((await hayakawa.delete(`/passkeys/${id}`)).body.code).toBe('last_way_in')
})

test('the link in the email about a new passkey removes no earlier passkey', async () => {
  const mailbox = await openMailbox()
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  const { database, teamId, member, add, signIn, visitor, advanceClock } = await teamWithPasskeys({ mail })
  const hayakawa = await member()
  await withTeamTransaction(database, { teamId }, (db) =>
    db.updateTable('users').set({ email_proven_at: new Date() }).where('id', '=', hayakawa.user.id).execute(),
  )
  const earlier = await add(hayakawa)
  const alert = await mailbox.next()
  expect(alert).toMatchObject({ to: hayakawa.user.email, subject: 'パスキーが追加されました' })
  advanceClock(minute)
  const thiefs = await add(hayakawa)
  const token = tokenIn(await mailbox.next())
  const { changes } = (await visitor().post('/auth/not-me/check', { token })).body
  expect((await visitor().post('/auth/not-me', { token, from: changes.at(-1).at })).status).toBe(200)
  expect((await signIn(thiefs.key)).body.code).toBe('passkey_unknown')
  expect((await signIn(earlier.key)).status).toBe(200)
  expect((await visitor().post('/auth/not-me', { token: tokenIn(alert) })).status).toBe(200)
  expect((await signIn(earlier.key)).body.code).toBe('passkey_unknown')
})

test.each(['keep', 'erase'] as const)(
  'the passkeys of a member who leaves are deleted (choice: %s)',
  async (reports) => {
    const { member, add, signIn, database } = await teamWithPasskeys()
    await member()
    const sato = await member('佐藤')
    const { key } = await add(sato)
    expect((await sato.call('DELETE', '/users/me', { password, reports })).status).toBe(204)
    expect((await signIn(key)).body.code).toBe('passkey_unknown')
    const left = await withEveryTeamTransaction(database, async (db) => [
      ...(await db.selectFrom('identities').where('user_id', '=', sato.user.id).select('subject').execute()),
      ...(await db.selectFrom('passkeys').where('user_id', '=', sato.user.id).select('id').execute()),
    ])
    expect(left).toEqual([])
  },
)

test('passkeys are unavailable if only the company’s own sign-in is allowed', async () => {
  const open = await teamWithPasskeys()
  const hayakawa = await open.member()
  const { id, key } = await open.add(hayakawa)
  const settings = { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'asakai', OIDC_CLIENT_SECRET: 'secret' }
  const { oidc } = readProviders(readerOf({ ...settings, OIDC_ONLY: 'true' }))
  const closed = await teamWithPasskeys({ providers: { ...open.config.providers, oidc } })
  const member = await closed.member()
  const browser = withCookies(closed.visitor())
  const begun = withCookies(open.visitor())
  const { body: given } = await begun.post('/auth/passkey/options')
  for (const [name, value] of begun.jar) browser.jar.set(name, value)
  const answers = [
    await member.get('/passkeys'),
    await member.post('/passkeys/options'),
    await member.patch(`/passkeys/${id}`, { name: 'x' }),
    await member.delete(`/passkeys/${id}`),
    await browser.post('/auth/passkey/options'),
    await browser.post('/auth/passkey', { credential: key.get(given) }),
  ]
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'company_sign_in_only'))
})
