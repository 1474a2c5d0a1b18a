import { exportSPKI, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { companyClient } from '#server/providers/openid/company.ts'
import { readLogoutToken } from '#server/providers/openid/logout-token.ts'
import { eventsOf } from '#server/testing/events.ts'
import { openIdClient } from '#server/testing/openid-provider.ts'
import { startOwnApp } from '#server/testing/team.ts'
import { newEmail, settingsOf } from './company.fixture.ts'
import { type Claims, logoutEvent as event, providerOfWrittenTokens } from './written-tokens.fixture.ts'

const { issuer, keys: ours, sign, logoutClaims, signIn: signInTo } = await providerOfWrittenTokens()
const theirs = await generateKeyPair('RS256')
const providers = settingsOf({ url: issuer })()
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const here = await startOwnApp({ providers, logLevel: 'warn' })
const events = eventsOf(here.app)
const seconds = () => Math.floor(here.clock.now.getTime() / 1_000)
const honest = () => logoutClaims(here.clock.now)
const signIn = (more?: Claims, token?: () => Promise<string>) => signInTo(here.visitor, more, token)

const logOut = async (token: string) => {
  const { status, body, headers } = await here
    .visitor()
    .post('/auth/oidc/backchannel-logout', new URLSearchParams({ logout_token: token }).toString(), form)
  return { status, code: body?.code, cache: headers['cache-control'] }
}
const accepted = { status: 200, cache: 'no-store' }
const refused = { status: 400, code: 'logout_token_invalid', cache: 'no-store' }

test.each<[string, Claims, boolean, boolean]>([
  ['`sub` and `sid`', {}, false, true],
  ['`sid` alone', { sub: undefined }, false, true],
  ['`sub` alone', { sid: undefined }, false, false],
  ['an unknown `sid`', { sub: undefined, sid: 'unknown' }, true, true],
  ['an unknown `sub`', { sub: 'unknown' }, true, true],
])('a logout token with %s ends the matching sessions (N17.04)', async (_what, more, first, second) => {
  const sessions = [await signIn(), await signIn({ sid: 'session-2' })]
  expect(await logOut(await sign({ ...honest(), ...more }))).toMatchObject(accepted)
  expect([await sessions[0]!.isIn(), await sessions[1]!.isIn()]).toEqual([first, second])
})

test('a logout token does not end the session of another person with the same `sid`', async () => {
  const [misaki, other] = [await signIn(), await signIn({ sub: 'other', email: newEmail() })]
  expect(await logOut(await sign(honest()))).toMatchObject(accepted)
  expect([await misaki.isIn(), await other.isIn()]).toEqual([false, true])
})

test.each([undefined, 'JWT', 'logout+jwt', 'application/logout+jwt'])(
  'a logout token of the type %s is accepted',
  async (typ) => {
    expect(await logOut(await sign(honest(), typ ? { typ } : {}))).toMatchObject(accepted)
  },
)

test('a logout token without `exp` is accepted, as Keycloak before 23.0.4 sends it', async () => {
  expect(await logOut(await sign({ ...honest(), exp: undefined }))).toMatchObject(accepted)
})

test('a logout token for several clients is accepted', async () => {
  expect(await logOut(await sign({ ...honest(), aud: ['other', openIdClient.clientId] }))).toMatchObject(accepted)
})

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const secret = Buffer.from(openIdClient.clientSecret)

test.each<[string, string, () => string | Promise<string>]>([
  ['of another issuer', 'iss', () => sign({ ...honest(), iss: 'https://evil.example.com' })],
  ['of an issuer with an additional slash', 'iss', () => sign({ ...honest(), iss: `${issuer}/` })],
  ['for another client', 'aud', () => sign({ ...honest(), aud: 'other' })],
  ['without an audience', 'aud', () => sign({ ...honest(), aud: undefined })],
  ['with a nonce', 'nonce', () => sign({ ...honest(), nonce: 'x' })],
  ['without an event', 'events', () => sign({ ...honest(), events: undefined })],
  ['with another event', 'events', () => sign({ ...honest(), events: { [`${event}2`]: {} } })],
  ['with an event that is no object', 'events', () => sign({ ...honest(), events: { [event]: true } })],
  ['with a list of events', 'events', () => sign({ ...honest(), events: [event] })],
  ['without a subject and a session', 'sub', () => sign({ ...honest(), sub: undefined, sid: undefined })],
  ['with a number as subject', 'sub', () => sign({ ...honest(), sub: 7 })],
  ['with a list as session id', 'sid', () => sign({ ...honest(), sid: ['session-1'] })],
  ['with a session id that no database can store', 'sid', () => sign({ ...honest(), sid: 'a\u0000b' })],
  ['without an id', 'jti', () => sign({ ...honest(), jti: undefined })],
  ['without its time of issue', 'iat', () => sign({ ...honest(), iat: undefined })],
  ['that is an hour old and never expires', 'iat', () => sign({ ...honest(), iat: seconds() - 3_600, exp: undefined })],
  ['that has expired', 'exp', () => sign({ ...honest(), iat: seconds() - 300, exp: seconds() - 120 })],
  [
    'that is an hour old and expires months later',
    'iat',
    () => sign({ ...honest(), iat: seconds() - 3_600, exp: seconds() + 9e6 }),
  ],
  ['that is issued tomorrow', 'iat', () => sign({ ...honest(), iat: seconds() + 86_400, exp: seconds() + 90_000 })],
  ['of the type of access tokens', 'typ', () => sign(honest(), { typ: 'at+jwt' })],
  [
    'signed with another key of the same name',
    'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    () => sign(honest(), {}, theirs.privateKey),
  ],
  [
    'signed with an unknown key',
    'ERR_JWKS_NO_MATCHING_KEY',
    () => sign(honest(), { kid: 'theirs' }, theirs.privateKey),
  ],
  ['signed with the client secret', 'ERR_JOSE_ALG_NOT_ALLOWED', () => sign(honest(), { alg: 'HS256' }, secret)],
  [
    'signed with the public key as a secret',
    'ERR_JOSE_ALG_NOT_ALLOWED',
    async () => sign(honest(), { alg: 'HS256' }, Buffer.from(await exportSPKI(ours.publicKey))),
  ],
  ['without a signature', 'ERR_JOSE_ALG_NOT_ALLOWED', () => `${encoded({ alg: 'none' })}.${encoded(honest())}.`],
  ['that is no token', 'ERR_JWS_INVALID', () => 'x'],
])('a logout token %s is refused', async (_what, cause, token) => {
  const { isIn } = await signIn()
  const text = await token()
  expect(await logOut(text)).toEqual(refused)
  expect(await isIn()).toBe(true)
  await expect(readLogoutToken(companyClient(providers.oidc!), text, here.clock.now)).rejects.toMatchObject({ cause })
})

test('a refused logout token is logged with the failed check', async () => {
  await logOut(await sign({ ...honest(), aud: 'other' }))
  const first = events().find((one) => one['event'] === 'provider_logout_refused')
  expect(first).toMatchObject({ cause: 'iss' })
})

test('a logout token that is sent again ends no later session', async () => {
  const first = await signIn()
  const token = await sign(honest())
  expect(await logOut(token)).toMatchObject(accepted)
  expect(await first.isIn()).toBe(false)
  const second = await signIn()
  expect(await logOut(token)).toEqual(refused)
  expect(await second.isIn()).toBe(true)
})

test('an ID token is no logout token, and a logout token is no ID token', async () => {
  const { id_token, isIn } = await signIn({ events: { [event]: {} } })
  expect(await logOut(id_token)).toEqual(refused)
  expect(await isIn()).toBe(true)
  const login = await signIn({}, () => sign({ ...honest(), email: 'misaki@example.com' }, { typ: 'logout+jwt' }))
  expect(login.status).not.toBe(200)
  expect(login.body).not.toHaveProperty('access_token')
})

test.each([
  ['no token', '', form],
  ['an empty token', 'logout_token=', form],
  ['a token of 100 KB', `logout_token=${'x'.repeat(100_000)}`, form],
])('a logout request with %s is refused without a cached response', async (_what, body, headers) => {
  const answer = await here.visitor().post('/auth/oidc/backchannel-logout', body, headers)
  expect([400, 413]).toContain(answer.status)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('every logout token is refused while the provider’s keys are unreachable', async () => {
  const away = await startOwnApp({ providers: settingsOf({ url: 'http://127.0.0.1:1' })() })
  const body = new URLSearchParams({ logout_token: await sign(honest()) }).toString()
  const { status } = await away.visitor().post('/auth/oidc/backchannel-logout', body, form)
  expect(status).toBe(400)
})
