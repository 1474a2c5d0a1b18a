import { expect, test } from 'vitest'
import { withCookies } from '#server/testing/client.ts'
import { openIdSettings } from '#server/testing/openid-provider.ts'
import { openMailbox } from '#server/testing/mailbox.ts'
import { openIdProvider } from '#server/testing/stand-ins.ts'
import { password, startApp, team } from '#server/testing/team.ts'
import { signInAtProvider, newEmail, redirectUris, settingsOf, signInAsPerson } from './company.fixture.ts'

const company = await openIdProvider({ redirectUris })
const read = settingsOf(company)
const only = read({ OIDC_ONLY: 'true', ...openIdSettings('GOOGLE', company) })

test('a person can sign up with the company’s own provider, which is offered by name (N2.08)', async () => {
  const { visitor } = await startApp({ providers: read() })
  expect((await visitor().get('/deployment')).body).toMatchObject({
    providers: ['oidc'],
    oidc: { name: '会社アカウント', only: false },
  })
  const person = { email: newEmail(), name: '早川 直樹', givenName: '直樹', familyName: '早川' }
  const first = await signInAsPerson(visitor, person)
  expect(first).toMatchObject({ status: 200, body: { result: 'login', token_type: 'Bearer' } })
  expect(first.browser.jar.has('asakai_device')).toBe(true)
  expect(first.me).toMatchObject({
    email: person.email,
    first_name: '直樹',
    family_name: '早川',
    connections: { oidc: person.email },
  })
  expect((await signInAsPerson(visitor, person)).me.id).toBe(first.me.id)
})

test('a member who connects the company’s provider gets an email about the connection', async () => {
  const mailbox = await openMailbox()
  const { member } = await team({ providers: read(), mail: { url: mailbox.url, from: 'asakai@example.com' } })
  const caller = await member()
  const browser = withCookies(caller)
  const answer = await browser.post('/auth/oidc/login', await signInAtProvider(browser, { email: newEmail() }))
  expect(answer).toMatchObject({ status: 200, body: { result: 'connected' } })
  await expect.poll(() => mailbox.mails.map(({ text }) => text).join()).toContain('会社アカウント')
  expect((await caller.delete('/connections/oidc')).status).toBe(204)
})

test('a sign-in reads a claim from UserInfo if the ID token omits the claim', async () => {
  const strict = await openIdProvider({ redirectUris, inUserInfo: true })
  const { visitor } = await startApp({ providers: read({ OIDC_ISSUER: strict.url }) })
  const email = newEmail()
  expect(await signInAsPerson(visitor, { email, name: 'Naoki Hayakawa' })).toMatchObject({
    status: 200,
    me: { email, first_name: 'Naoki', preferred_name: 'Naoki Hayakawa' },
  })
})

test('an email from OIDC_EMAIL_CLAIM counts as unverified unless the email claim has the same address', async () => {
  const { visitor } = await startApp({ providers: read({ OIDC_EMAIL_CLAIM: 'upn' }), signUpDomains: ['example.com'] })
  const person = { email: newEmail(), upn: newEmail() }
  expect(await signInAsPerson(visitor, person)).toMatchObject({ status: 403, body: { code: 'email_unverified' } })
  expect(await signInAsPerson(visitor, { ...person, upn: person.email })).toMatchObject({ status: 200 })
  const nameless = await signInAsPerson(visitor, { email: newEmail() })
  expect(nameless).toMatchObject({ status: 400, body: { code: 'connection_refused' } })
  expect(nameless.body.message).toContain('会社アカウント')
})

test('after a change of the provider, a verified email finds the person’s account', async () => {
  const moved = await openIdProvider({ redirectUris })
  const people = { sub: '1', email: newEmail() }
  const { visitor, app } = await startApp({ providers: read() })
  const before = await signInAsPerson(visitor, people)
  Object.assign(app.services.config, { providers: read({ OIDC_ISSUER: moved.url }) })
  const stranger = await signInAsPerson(visitor, { sub: '1', email: newEmail() })
  expect(stranger.me.id).not.toBe(before.me.id)
  expect((await signInAsPerson(visitor, { sub: '2', email: people.email })).me.id).toBe(before.me.id)
})

test('a server with OIDC_ONLY allows sign-ins only by the provider, without passwords', async () => {
  const { visitor, member } = await team({ providers: only })
  const caller = await member()
  const refused = { status: 403, body: { code: 'company_sign_in_only' } }
  const chosen = { password, confirm_password: password }
  const names = { first_name: '直樹', family_name: '早川', preferred_name: 'ナオ' }
  const change = { new_password: 'kazagumo', confirm_password: 'kazagumo' }
  const token = 'x'.repeat(43)
  expect((await visitor().get('/deployment')).body.oidc).toEqual({ name: '会社アカウント', only: true })
  expect(await visitor().post('/auth/login', { username: caller.user.email, password })).toMatchObject(refused)
  expect(await visitor().post('/onboarding', { ...names, ...chosen, email: newEmail() })).toMatchObject(refused)
  expect(await visitor().post('/auth/password-reset', { email: caller.user.email })).toMatchObject(refused)
  expect(await visitor().post('/auth/password-reset/check', { token })).toMatchObject(refused)
  expect(await visitor().put('/auth/password-reset', { token, ...change })).toMatchObject(refused)
  expect(await visitor().post('/invitations/accept', { id: token, ...names, ...chosen })).toMatchObject(refused)
  expect(await visitor().get('/auth/google/login-url')).toMatchObject(refused)
  expect(await caller.patch('/users/me/password', { current_password: password, ...change })).toMatchObject(refused)
  // A member may still connect an account to import issues.
  expect((await caller.get('/auth/google/login-url')).status).toBe(200)
})

test('a server with OIDC_ONLY ignores an earlier password', async () => {
  const { member, visitor, clock } = await team({ providers: only })
  await member()
  const { browser, body } = await signInAsPerson(visitor, { email: newEmail() })
  const bearer = { authorization: `Bearer ${body.access_token}` }
  expect(await browser.delete('/connections/oidc', bearer)).toMatchObject({
    status: 409,
    body: { code: 'last_way_in' },
  })
  const caller = await member()
  const later = async () => {
    clock.now = new Date(clock.now.getTime() + 10 * 60_000)
    const { body: fresh } = await visitor().post('/auth/refresh', { refresh_token: caller.tokens.refresh_token })
    caller.tokens.refresh_token = fresh.refresh_token
    const headers = { authorization: `Bearer ${fresh.access_token}` }
    return visitor().post('/auth/reauthenticate', { current_password: 'not theirs' }, headers)
  }
  expect((await later()).status).toBe(204)
  expect(await later()).toMatchObject({ status: 403, body: { code: 'sign_in_again' } })
})

test('a sign-in requests the scopes of OIDC_SCOPES', async () => {
  const { visitor } = await startApp({ providers: read({ OIDC_SCOPES: 'openid email groups' }) })
  const { body } = await visitor().get('/auth/oidc/login-url')
  expect(new URL(body.auth_url).searchParams.get('scope')).toBe('openid email groups')
})
