import { beforeEach, expect, test } from 'vitest'
import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { type Answer, withCookies } from '#server/testing/client.ts'
import { discoveryPath, faultyProvider } from '#server/testing/faulty-provider.ts'
import { startApp, team } from '#server/testing/team.ts'

/** A provider whose responses an attacker writes, to sign in as another person. */
const { url: issuer, answers, discovery } = await faultyProvider({ status: 404, body: '' })
const [ours, theirs] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
const jwks = { keys: [{ ...(await exportJWK(ours.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }] }
const clientSecret = 'a secret that both of us know, and nobody else'

beforeEach(() => {
  answers.clear()
  answers.set(discoveryPath, { body: discovery })
  answers.set('/jwks', { body: jwks })
})

type Flow = { now: number; nonce: string; clientId: string }
type Forgery = { claims?: (flow: Flow) => Record<string, unknown>; header?: Partial<JWTHeaderParameters> }

let count = 0
/** Starts a sign-in and completes it with a token that is made from the request's parameters. */
async function signInWith(token: (flow: Flow) => Promise<string>) {
  const clientId = `asakai-${++count}` // a new id each time, because the discovery of an issuer is cached
  const google = { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer }
  const { visitor } = await startApp({ providers: readProviders(readerOf(google)) })
  const browser = withCookies(visitor())
  const asked = new URL((await browser.get('/auth/google/login-url')).body.auth_url)
  const flow = { now: Math.floor(Date.now() / 1_000), nonce: asked.searchParams.get('nonce')!, clientId }
  const granted = { access_token: 'x', token_type: 'bearer', id_token: await token(flow) }
  if (!answers.has('/token')) answers.set('/token', { body: granted })
  const state = asked.searchParams.get('state')
  return browser.post('/auth/google/login', { code: 'code', state })
}

const honest = ({ now, nonce, clientId }: Flow) => ({
  iss: issuer,
  aud: clientId,
  sub: 'misaki',
  nonce,
  iat: now,
  exp: now + 600,
  email: 'misaki@example.com',
  email_verified: true,
  given_name: '美咲',
  family_name: '佐伯',
})

const signed = (
  { claims = () => ({}), header = {} }: Forgery,
  key: Parameters<SignJWT['sign']>[0] = ours.privateKey,
) => {
  return (flow: Flow) =>
    new SignJWT({ ...honest(flow), ...claims(flow) })
      .setProtectedHeader({ alg: 'RS256', kid: 'ours', ...header })
      .sign(key)
}

/** Expects neither a session nor a proof for the sign-up form in the response. */
function expectRefused({ body, headers }: Answer) {
  expect(['provider_unavailable', 'connection_refused']).toContain(body.code)
  expect(JSON.stringify([body, headers])).not.toMatch(/access_token|asakai_onboarding=\w/u)
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

test('accepts the valid token from which the forged ones are made', async () => {
  expect(await signInWith(signed({}))).toMatchObject({ status: 200, body: { result: 'onboarding' } })
})

const forged: Record<string, (flow: Flow) => Promise<string>> = {
  'of another issuer': signed({ claims: () => ({ iss: 'https://evil.example.com' }) }),
  'of an issuer that only begins so': signed({ claims: () => ({ iss: `${issuer}/` }) }),
  'for another client': signed({ claims: () => ({ aud: 'somebody else' }) }),
  'for several, of which another asked for it': signed({
    claims: ({ clientId }) => ({ aud: [clientId, 'other'], azp: 'other' }),
  }),
  'for several, and nobody says who asked': signed({ claims: ({ clientId }) => ({ aud: [clientId, 'other'] }) }),
  'with another nonce': signed({ claims: () => ({ nonce: 'other' }) }),
  'without a nonce': signed({ claims: () => ({ nonce: undefined }) }),
  'of an hour ago': signed({ claims: ({ now }) => ({ iat: now - 3_600, exp: now - 60 }) }),
  'that ends never': signed({ claims: () => ({ exp: undefined }) }),
  'of tomorrow': signed({ claims: ({ now }) => ({ nbf: now + 86_400 }) }),
  'about nobody': signed({ claims: () => ({ sub: undefined }) }),
  'about a number': signed({ claims: () => ({ sub: 7 }) }),
  'with an email that is a list': signed({ claims: () => ({ email: ['misaki@example.com', 'naoki@example.com'] }) }),
  'with an email that is none': signed({ claims: () => ({ email: 'misaki' }) }),
  'signed with another key of the same name': signed({}, theirs.privateKey),
  'signed with a key that the token itself brings': signed(
    { header: { kid: 'theirs', jwk: await exportJWK(theirs.publicKey), jku: `${issuer}/their-keys` } },
    theirs.privateKey,
  ),
  'with a header that has to be understood': async (flow) =>
    new SignJWT(honest(flow))
      .setProtectedHeader({ alg: 'RS256', kid: 'ours', crit: ['exp-in'], 'exp-in': 5 })
      .sign(ours.privateKey, { crit: { 'exp-in': true } }),
  'with the secret that both know': signed({ header: { alg: 'HS256' } }, Buffer.from(clientSecret)),
  'with the public key for a secret': signed(
    { header: { alg: 'HS256' } },
    Buffer.from(await exportSPKI(ours.publicKey)),
  ),
  'without a signature': async (flow) => `${encoded({ alg: 'none' })}.${encoded(honest(flow))}.`,
  'with the signature of another': async (flow) => {
    const [, , signature] = (await signed({})(flow)).split('.')
    return `${encoded({ alg: 'RS256', kid: 'ours' })}.${encoded({ ...honest(flow), sub: 'naoki' })}.${signature}`
  },
  'of five parts': async (flow) => `${await signed({})(flow)}.x.y`,
  'of two megabytes': signed({ claims: () => ({ iss: 'x'.repeat(2_000_000) }) }),
}

test.each(Object.keys(forged))('a token %s opens no session', async (what) => {
  answers.set('/their-keys', { body: { keys: [await exportJWK(theirs.publicKey)] } })
  expectRefused(await signInWith(forged[what]!))
})

const misled: Record<string, () => void> = {
  'keys that are not there': () => answers.set('/jwks', { status: 404, body: '' }),
  'keys that are no JSON': () => answers.set('/jwks', 'broken JSON'),
  'keys of a kind that signs nothing': () =>
    answers.set('/jwks', { body: { keys: [{ kty: 'oct', k: 'AAAA', kid: 'ours' }] } }),
  'keys that are somewhere else': () => {
    answers.set('/jwks', { status: 302, headers: { location: `${issuer}/their-keys` }, body: '' })
    answers.set('/their-keys', { body: jwks })
  },
  'a token that is somewhere else': () =>
    answers.set('/token', { status: 307, headers: { location: `${issuer}/elsewhere` }, body: '' }),
  'a token that is text': () =>
    answers.set('/token', { headers: { 'content-type': 'text/html' }, body: '<p>hello</p>' }),
}

test.each(['of another issuer', 'with another nonce', 'of an hour ago', 'with the signature of another'])(
  'tells the user to ask the operator, not to wait, if a token %s is returned',
  async (what) => {
    expect(await signInWith(forged[what]!)).toMatchObject({
      status: 400,
      body: { message: 'Googleとこのサーバーの設定が合っていません。サーバーの管理者にお問い合わせください。' },
    })
  },
)

test.each(Object.keys(misled))('signs no one in with %s', async (what) => {
  misled[what]!()
  expectRefused(await signInWith(signed({})))
})

test('an email identifies a member only if the provider verifies it with exactly `true`', async () => {
  const { user } = await (await team()).member()
  for (const email_verified of [1, '1', 'yes', 'false', null, undefined]) {
    answers.delete('/token')
    const { body } = await signInWith(signed({ claims: () => ({ email: user.email, email_verified }) }))
    expect([email_verified, body.access_token]).toEqual([email_verified, undefined])
  }
  // AWS Cognito and Apple send the text 'true'.
  answers.delete('/token')
  const { body } = await signInWith(signed({ claims: () => ({ email: user.email, email_verified: 'true' }) }))
  expect(body.access_token).toEqual(expect.any(String))
})
