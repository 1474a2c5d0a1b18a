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

test('the valid ID token from which the forged ones are made is accepted', async () => {
  expect(await signInWith(signed({}))).toMatchObject({ status: 200, body: { result: 'onboarding' } })
})

const forged: Record<string, (flow: Flow) => Promise<string>> = {
  'of another issuer': signed({ claims: () => ({ iss: 'https://evil.example.com' }) }),
  'of an issuer with an additional slash': signed({ claims: () => ({ iss: `${issuer}/` }) }),
  'for another client': signed({ claims: () => ({ aud: 'somebody else' }) }),
  'for several clients, requested by another client': signed({
    claims: ({ clientId }) => ({ aud: [clientId, 'other'], azp: 'other' }),
  }),
  'for several clients without the requesting client': signed({
    claims: ({ clientId }) => ({ aud: [clientId, 'other'] }),
  }),
  'with another nonce': signed({ claims: () => ({ nonce: 'other' }) }),
  'without a nonce': signed({ claims: () => ({ nonce: undefined }) }),
  'that has expired': signed({ claims: ({ now }) => ({ iat: now - 3_600, exp: now - 60 }) }),
  'that never expires': signed({ claims: () => ({ exp: undefined }) }),
  'that is valid from tomorrow': signed({ claims: ({ now }) => ({ nbf: now + 86_400 }) }),
  'without a subject': signed({ claims: () => ({ sub: undefined }) }),
  'with a number as subject': signed({ claims: () => ({ sub: 7 }) }),
  'with an email that is a list': signed({ claims: () => ({ email: ['misaki@example.com', 'naoki@example.com'] }) }),
  'with an invalid email': signed({ claims: () => ({ email: 'misaki' }) }),
  'signed with another key of the same name': signed({}, theirs.privateKey),
  'signed with a key from its own header': signed(
    { header: { kid: 'theirs', jwk: await exportJWK(theirs.publicKey), jku: `${issuer}/their-keys` } },
    theirs.privateKey,
  ),
  'with an unknown critical header': async (flow) =>
    new SignJWT(honest(flow))
      .setProtectedHeader({ alg: 'RS256', kid: 'ours', crit: ['exp-in'], 'exp-in': 5 })
      .sign(ours.privateKey, { crit: { 'exp-in': true } }),
  'signed with the client secret': signed({ header: { alg: 'HS256' } }, Buffer.from(clientSecret)),
  'signed with the public key as a secret': signed(
    { header: { alg: 'HS256' } },
    Buffer.from(await exportSPKI(ours.publicKey)),
  ),
  'without a signature': async (flow) => `${encoded({ alg: 'none' })}.${encoded(honest(flow))}.`,
  'with the signature of another token': async (flow) => {
    const [, , signature] = (await signed({})(flow)).split('.')
    return `${encoded({ alg: 'RS256', kid: 'ours' })}.${encoded({ ...honest(flow), sub: 'naoki' })}.${signature}`
  },
  'of five parts': async (flow) => `${await signed({})(flow)}.x.y`,
  'of two megabytes': signed({ claims: () => ({ iss: 'x'.repeat(2_000_000) }) }),
}

test.each(Object.keys(forged))('an ID token %s opens no session', async (what) => {
  answers.set('/their-keys', { body: { keys: [await exportJWK(theirs.publicKey)] } })
  expectRefused(await signInWith(forged[what]!))
})

const misled: Record<string, () => void> = {
  'no keys': () => answers.set('/jwks', { status: 404, body: '' }),
  'keys that are no JSON': () => answers.set('/jwks', 'broken JSON'),
  'keys that cannot sign': () => answers.set('/jwks', { body: { keys: [{ kty: 'oct', k: 'AAAA', kid: 'ours' }] } }),
  'a redirect for its keys': () => {
    answers.set('/jwks', { status: 302, headers: { location: `${issuer}/their-keys` }, body: '' })
    answers.set('/their-keys', { body: jwks })
  },
  'a redirect for a token': () =>
    answers.set('/token', { status: 307, headers: { location: `${issuer}/elsewhere` }, body: '' }),
  'HTML instead of a token': () =>
    answers.set('/token', { headers: { 'content-type': 'text/html' }, body: '<p>hello</p>' }),
}

test.each(['of another issuer', 'with another nonce', 'that has expired', 'with the signature of another token'])(
  'the user is told to ask the operator if the provider returns an ID token %s',
  async (what) => {
    expect(await signInWith(forged[what]!)).toMatchObject({
      status: 400,
      body: { message: 'Googleとこのサーバーの設定が合っていません。サーバーの管理者にお問い合わせください。' },
    })
  },
)

test.each(Object.keys(misled))('nobody is signed in if the provider returns %s', async (what) => {
  misled[what]!()
  expectRefused(await signInWith(signed({})))
})

test('an email identifies a member only if the provider has verified the email', async () => {
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
