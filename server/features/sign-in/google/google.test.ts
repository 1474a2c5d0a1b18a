import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withEveryTeamTransaction, withTeamTransaction } from '#server/db/database.ts'
import { openIdSettings, type OpenIdPerson, signInAt } from '#server/testing/openid-provider.ts'
import { type Client, withCookies } from '#server/testing/client.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { newAddress, password, startApp, team } from '#server/testing/team.ts'

const google = await openIdProvider({ redirectUris: ['http://localhost:3000/google/callback'] })
const providers = readProviders(readerOf(openIdSettings('GOOGLE', google)))
let count = 0
const newEmail = () => `person${++count}-${newAddress()}@example.com`
const naoki = {
  name: '早川 直樹',
  givenName: '直樹',
  familyName: '早川',
  picture: 'https://pictures.example.com/n.png',
}

/** Begins a sign-in, and returns what the callback page sends to our server. */
async function signInAtProvider(browser: Client, person: OpenIdPerson, word = '') {
  const { body } = await browser.get(`/auth/google/login-url${word && `?state=${encodeURIComponent(word)}`}`)
  const { values } = await signInAt(body.auth_url, person)
  return { code: values['code']!, state: values['state']! }
}

const form = {
  first_name: '直樹',
  family_name: '早川',
  preferred_name: 'ナオ',
  password: 'kazagumo',
  confirm_password: 'kazagumo',
}

test('a newcomer makes an account by onboarding after a Google sign-in', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const email = newEmail()
  const login = await browser.post('/auth/google/login', await signInAtProvider(browser, { email, ...naoki }))
  expect(login).toMatchObject({
    status: 200,
    body: {
      result: 'onboarding',
      google_user: {
        google_id: email,
        email,
        name: '早川 直樹',
        given_name: '直樹',
        family_name: '早川',
        google_avatar_url: naoki.picture,
      },
    },
  })
  expect((await browser.post('/auth/google/onboarding-check')).body).toEqual({ onboarding: true })

  const { status, body } = await browser.post('/users/google/onboarding', {
    ...form,
    google_id: email,
    email: email.toUpperCase(),
    google_avatar_url: 'https://else.example.com/',
    google_user_name: '別人',
  })
  expect({ status, ...body }).toMatchObject({ status: 200, token_type: 'Bearer' })
  expect(browser.jar.has('asakai_device')).toBe(true)
  const me = await browser.get('/users/me', { authorization: `Bearer ${body.access_token}` })
  expect(me.body).toMatchObject({
    email,
    first_name: '直樹',
    preferred_name: 'ナオ',
    google_username: '早川 直樹',
    google_avatar_url: naoki.picture,
    connections: { google: email },
  })
  expect((await browser.post('/auth/google/onboarding-check')).body).toEqual({ onboarding: false })

  const again = withCookies(visitor())
  const answer = await again.post('/auth/google/login', await signInAtProvider(again, { email }))
  expect(answer).toMatchObject({ status: 200, body: { result: 'login', token_type: 'Bearer' } })
  expect(again.jar.has('asakai_device')).toBe(true)
  expect((await visitor().post('/auth/login', { username: email, password: 'kazagumo' })).status).toBe(200)
})

test('the onboarding check works if a client repeats the base path /api', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  expect((await browser.post('/api/auth/google/onboarding-check')).body).toEqual({ onboarding: false })
})

const encoded = (words: string) => Buffer.from(words).toString('base64url')

test.each(['onboarding', '/settings?tab=x', 'abc.def', '日本', 'a b&c=%20'])(
  'the Google sign-in returns the text %j that the client added to the state',
  async (words) => {
    const { visitor } = await startApp({ providers })
    const browser = withCookies(visitor())
    const back = await signInAtProvider(browser, { email: newEmail() }, words)
    const [random, own, ...more] = back.state.split('.')
    expect([random!.length, Buffer.from(own!, 'base64url').toString(), more]).toEqual([43, words, []])
    expect((await browser.post('/auth/google/login', back)).status).toBe(200)
  },
)

test('the Google sign-in rejects a state whose client text was changed', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const back = await signInAtProvider(browser, { email: newEmail() }, '😀'.repeat(300))
  const changed = { ...back, state: back.state.replace(encoded('😀'.repeat(300)), encoded('other')) }
  expect(await browser.post('/auth/google/login', changed)).toMatchObject({
    status: 400,
    body: { code: 'sign_in_refused' },
  })
  expect((await browser.get(`/auth/google/login-url?state=${'x'.repeat(301)}`)).status).toBe(400)
  expect((await browser.post('/auth/google/login', back)).status).toBe(200)
})

test('the sign-in address at Google names our client and the requested scopes', async () => {
  const { visitor } = await startApp({ providers })
  const { body, headers } = await visitor().get('/auth/google/login-url')
  const url = new URL(body.auth_url)
  expect(url.origin).toBe(google.url)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'asakai',
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/google/callback',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    state: expect.stringMatching(/^[\w-]{43}$/u),
    nonce: expect.stringMatching(/^[\w-]{43}$/u),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/u),
  })
  const cookie = [headers['set-cookie']].flat().join()
  expect(cookie).toMatch(/^asakai_google=[\w.-]+; Max-Age=600; Path=\/api; HttpOnly; SameSite=Lax$/u)
  expect(cookie).not.toContain(url.searchParams.get('state'))
})

test('the state of a Google sign-in is valid once, for ten minutes, in its own browser', async () => {
  const { visitor, clock } = await startApp({ providers })
  const refused = { status: 400, body: { code: 'sign_in_refused' } }
  const browser = withCookies(visitor())
  const back = await signInAtProvider(browser, { email: newEmail() })
  expect(await withCookies(visitor()).post('/auth/google/login', back)).toMatchObject(refused)
  const { jar } = browser
  const cookie = { cookie: `asakai_google=${jar.get('asakai_google')}` }
  expect((await browser.post('/auth/google/login', back)).status).toBe(200)
  expect(await browser.post('/auth/google/login', back)).toMatchObject(refused)
  // The server refuses a used state even with a copy of the cookie.
  expect(await visitor().post('/auth/google/login', back, cookie)).toMatchObject(refused)

  const late = await signInAtProvider(browser, { email: newEmail() })
  clock.now = new Date(clock.now.getTime() + 601_000)
  expect(await browser.post('/auth/google/login', late)).toMatchObject(refused)
  expect(await browser.post('/auth/google/login', { code: late.code })).toMatchObject(refused)
})

test('several tabs of a browser can sign in with Google at once', async () => {
  const { visitor, clock } = await startApp({ providers })
  const browser = withCookies(visitor())
  const refused = { status: 400, body: { code: 'sign_in_refused' } }
  const addressOf = async () => (await browser.get('/auth/google/login-url')).body.auth_url
  const [first, second, third] = [await addressOf(), await addressOf(), await addressOf()]
  const answerAt = async (address: string) => (await signInAt(address, { email: newEmail() })).values
  for (const address of [first, second]) {
    const values = await answerAt(address)
    expect((await browser.post('/auth/google/login', values)).status).toBe(200)
    expect(await browser.post('/auth/google/login', values)).toMatchObject(refused)
  }
  clock.now = new Date(clock.now.getTime() + 601_000)
  await addressOf() // extends the lifetime of the cookie, but not of the state
  expect(await browser.post('/auth/google/login', await answerAt(third))).toMatchObject(refused)
})

test('the sign-in cookie stays below 4,000 characters with many tabs and long texts', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const state = encodeURIComponent('朝'.repeat(300))
  for (let tab = 0; tab < 6; tab++) await browser.get(`/auth/google/login-url?state=${state}`)
  expect(browser.jar.get('asakai_google')!.length).toBeLessThan(4_000)
  expect(
    (await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))).status,
  ).toBe(200)
})

test('only one of two simultaneous callbacks of a sign-in is accepted', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  const back = await signInAtProvider(browser, { email: newEmail() })
  const answers = await Promise.all([1, 2, 3].map(() => browser.post('/auth/google/login', back)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'sign_in_refused')).toHaveLength(2)
})

test('onboarding needs the proof of a Google sign-in in the same browser within 15 minutes', async () => {
  const { visitor, clock } = await startApp({ providers })
  const refused = { status: 403, body: { code: 'onboarding_refused' } }
  const browser = withCookies(visitor())
  await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))
  expect(await visitor().post('/users/google/onboarding', form)).toMatchObject(refused)
  expect(await visitor().post('/users/google/onboarding', form, { cookie: 'asakai_onboarding=x' })).toMatchObject(
    refused,
  )
  const cookie = { cookie: `asakai_onboarding=${browser.jar.get('asakai_onboarding')}` }
  const nameless = { ...form, preferred_name: null }
  expect((await browser.post('/users/google/onboarding', nameless)).status).toBe(200)
  expect(await visitor().post('/users/google/onboarding', form, cookie)).toMatchObject(refused)

  await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))
  clock.now = new Date(clock.now.getTime() + 15 * 60_000)
  expect((await browser.post('/auth/google/onboarding-check')).body).toEqual({ onboarding: false })
  expect(await browser.post('/users/google/onboarding', form)).toMatchObject(refused)
})

test('an onboarding with another person’s Google id or email is rejected', async () => {
  const { visitor } = await startApp({ providers })
  const refused = { status: 403, body: { code: 'onboarding_refused' } }
  const browser = withCookies(visitor())
  const email = newEmail()
  await browser.post('/auth/google/login', await signInAtProvider(browser, { email }))
  for (const claim of [{ google_id: 'somebody else' }, { email: 'else@example.com' }, { google_id: '', email }])
    expect(await browser.post('/users/google/onboarding', { ...form, ...claim })).toMatchObject(refused)
  expect((await browser.post('/users/google/onboarding', form)).status).toBe(200)
})

test('an onboarding without a proof is rejected before the form is validated', async () => {
  const { visitor } = await startApp({ providers })
  expect(await visitor().post('/users/google/onboarding', {})).toMatchObject({
    status: 403,
    body: { code: 'onboarding_refused' },
  })
})

test('two simultaneous onboardings with one proof make one account', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))
  const answers = await Promise.all([1, 2].map(() => browser.post('/users/google/onboarding', form)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 403 || status === 409)).toHaveLength(1)
})

test('an onboarding’s password needs at least eight characters and a matching repetition', async () => {
  const { visitor } = await startApp({ providers })
  const browser = withCookies(visitor())
  await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))
  const short = { ...form, password: '1234567', confirm_password: '1234567' }
  expect((await browser.post('/users/google/onboarding', short)).body.errors).toMatchObject([
    { field: 'password', code: 'too_short' },
  ])
  const differing = { ...form, confirm_password: 'kazagumi' }
  expect((await browser.post('/users/google/onboarding', differing)).body.errors).toMatchObject([
    { field: 'confirm_password', code: 'passwords_differ', message: 'パスワードが一致しません' },
  ])
})

test('the sign-up settings reject a newcomer before the onboarding form', async () => {
  const closed = await team({ providers, signUp: 'closed' })
  await closed.member()
  const browser = withCookies(closed.visitor())
  const login = await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))
  expect(login).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })

  const domains = await startApp({ providers, signUpDomains: ['example.org'] })
  const other = withCookies(domains.visitor())
  const refused = await other.post('/auth/google/login', await signInAtProvider(other, { email: newEmail() }))
  expect(refused).toMatchObject({ status: 403, body: { code: 'email_domain_refused' } })
})

test('a sign-up by domain needs an email that Google has verified', async () => {
  const { visitor } = await startApp({ providers, signUpDomains: ['example.com'] })
  const comeWith = async (emailVerified: boolean) => {
    const browser = withCookies(visitor())
    const back = await signInAtProvider(browser, { email: newEmail(), emailVerified })
    return { browser, login: await browser.post('/auth/google/login', back) }
  }
  const { login: refused } = await comeWith(false)
  expect(refused).toMatchObject({ status: 403, body: { code: 'email_unverified' } })
  const { browser, login } = await comeWith(true)
  expect(login.body.result).toBe('onboarding')
  expect((await browser.post('/users/google/onboarding', form)).status).toBe(200)
})

test('a member can connect Google and disconnect Google again', async () => {
  const { member } = await team({ providers })
  const caller = await member('佐伯')
  const browser = withCookies(caller)
  const email = newEmail()
  const answer = await browser.post(
    '/auth/google/login',
    await signInAtProvider(browser, { email, ...naoki, emailVerified: false }),
  )
  expect(answer).toMatchObject({ status: 200, body: { result: 'connected' } })
  expect((await caller.get('/users/me')).body).toMatchObject({
    google_username: '早川 直樹',
    google_avatar_url: naoki.picture,
    connections: { google: email },
  })
  expect((await caller.delete('/connections/google')).status).toBe(204)
  expect((await caller.get('/users/me')).body).toMatchObject({ google_username: null, connections: {} })
})

test('a member cannot finish a visitor’s sign-in, and a visitor cannot finish a member’s connection', async () => {
  const { member, visitor } = await team({ providers })
  const caller = await member()
  const browser = withCookies(visitor())
  const bearer = { authorization: `Bearer ${caller.tokens.access_token}` }
  const back = await signInAtProvider(browser, { email: newEmail() })
  expect((await browser.post('/auth/google/login', back, bearer)).body.code).toBe('sign_in_refused')
  const started = await browser.get('/auth/google/login-url', bearer)
  const { values } = await signInAt(started.body.auth_url, { email: newEmail() })
  expect((await browser.post('/auth/google/login', values)).body.code).toBe('sign_in_refused')
  const dead = { authorization: 'Bearer x' }
  expect((await browser.get('/auth/google/login-url', dead)).status).toBe(401)
})

test('a Google name or picture is stored only if it can be displayed', async () => {
  const { member, database, teamId } = await team({ providers })
  const caller = await member()
  const browser = withCookies(caller)
  const hostile = { email: newEmail(), name: `\u0007${'長'.repeat(99)}😀x`, picture: 'javascript:alert(1)' }
  await browser.post('/auth/google/login', await signInAtProvider(browser, hostile))
  const profile = await withTeamTransaction(database, { teamId }, (db) =>
    db.selectFrom('users').where('id', '=', caller.user.id).selectAll().executeTakeFirstOrThrow(),
  )
  expect(profile).toMatchObject({ google_username: '長'.repeat(99), google_avatar_url: null })
})

test('a member can still sign in by password after connecting Google', async () => {
  const { member, visitor } = await team({ providers })
  const caller = await member()
  const browser = withCookies(caller)
  await browser.post('/auth/google/login', await signInAtProvider(browser, { email: newEmail() }))
  expect((await visitor().post('/auth/login', { username: caller.user.email, password })).status).toBe(200)
})

test('a newcomer whose email Google has not verified must prove the email with a link', async () => {
  const mailbox = await openMailbox({ leftOut: /招待なしで/u })
  const mail = { url: mailbox.url, from: 'Asakai <asakai@example.com>' }
  const { visitor, database } = await startApp({ providers, mail })
  const provenAt = async (emailVerified: boolean) => {
    const browser = withCookies(visitor())
    const email = newEmail()
    await browser.post('/auth/google/login', await signInAtProvider(browser, { email, emailVerified }))
    expect((await browser.post('/users/google/onboarding', form)).status).toBe(200)
    const row = await withEveryTeamTransaction(database, (db) =>
      db.selectFrom('users').where('email', '=', email).select('email_proven_at').executeTakeFirstOrThrow(),
    )
    return { email, provenAt: row.email_proven_at }
  }
  expect((await provenAt(true)).provenAt).toBeInstanceOf(Date)
  const unproven = await provenAt(false)
  expect(unproven.provenAt).toBeNull()
  expect((await mailbox.next()).to).toBe(unproven.email)
  expect(mailbox.mails).toHaveLength(1)
})
