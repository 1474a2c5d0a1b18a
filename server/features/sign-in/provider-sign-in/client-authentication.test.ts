import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { afterwards } from '#server/testing/afterwards.ts'
import { withCookies } from '#server/testing/client.ts'
import { listen } from '#server/testing/listen.ts'
import { newAddress, startApp } from '#server/testing/team.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }] }
/** A secret with characters that the two methods encode differently. */
const clientSecret = 'a+b /%&=:ü'
type Method = 'client_secret_basic' | 'client_secret_post'

/** The answers of providers that do not know the client. */
const refusals: Record<string, { status: number; headers: Record<string, string>; body: string }> = {
  '401 with invalid_client': {
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"invalid_client"}',
  },
  '400 with invalid_client': {
    status: 400,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"invalid_client"}',
  },
  '401 with unauthorized_client': {
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: '{"error":"unauthorized_client"}',
  },
  '401 with a challenge': { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: '' },
  '401 without a body': { status: 401, headers: {}, body: '' },
}

/** Starts a provider that accepts only one method. */
async function strictProvider({
  takes,
  offers,
  refusal,
}: {
  takes: Method | 'none'
  offers: string[] | undefined
  refusal: string
}) {
  const tried: Method[] = []
  let login = { nonce: '', clientId: '' }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const json = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === '/jwks') return void json(jwks)
    if (request.url === '/.well-known/openid-configuration')
      return void json({
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        ...(offers && { token_endpoint_auth_methods_supported: offers }),
      })
    const body = new URLSearchParams(await text(request))
    const method = request.headers.authorization ? 'client_secret_basic' : 'client_secret_post'
    tried.push(method)
    const [id, secret] =
      method === 'client_secret_post'
        ? [body.get('client_id'), body.get('client_secret')]
        : Buffer.from(request.headers.authorization!.slice('Basic '.length), 'base64')
            .toString()
            .split(':')
            .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    if (
      method !== takes ||
      id !== login.clientId ||
      secret !== clientSecret ||
      (method === 'client_secret_basic' && body.has('client_secret'))
    ) {
      const { status, headers, body: said } = refusals[refusal]!
      return void response.writeHead(status, headers).end(said)
    }
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      sub: `person-${now}`,
      email: `${newAddress()}@example.com`,
      email_verified: true,
      nonce: login.nonce,
    }
    const id_token = await new SignJWT({ ...claims, iss: url, aud: login.clientId, iat: now, exp: now + 600 })
      .setProtectedHeader({ alg: 'RS256', kid: 'ours' })
      .sign(privateKey)
    return void json({ access_token: 'x', token_type: 'bearer', id_token })
  }
  const { url, close } = await listen((request, response) => void answer(request, response))
  afterwards(close)

  const clientId = 'asakai'
  const settings = { OIDC_ISSUER: url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
  const { visitor } = await startApp({ providers: readProviders(readerOf(settings)) })
  const signIn = async () => {
    const browser = withCookies(visitor())
    const asked = new URL((await browser.get('/auth/oidc/login-url')).body.auth_url)
    login = { nonce: asked.searchParams.get('nonce')!, clientId }
    return browser.post('/auth/oidc/login', { code: 'code', state: asked.searchParams.get('state') })
  }
  return { signIn, tried }
}

const basic = 'client_secret_basic'
const post = 'client_secret_post'

test.each<[string[] | undefined, Method, Method[]]>([
  [[basic], basic, [basic]],
  [[post], post, [post]],
  [[basic, post], post, [post]],
  [[post, basic, 'private_key_jwt'], basic, [post, basic]],
  [undefined, basic, [basic]],
  [undefined, post, [basic, post]],
  [[basic], post, [basic, post]],
  [['private_key_jwt'], basic, [basic]],
])('if the provider offers %j, a client registered for %s sends its secret by %j', async (offers, takes, expected) => {
  for (const refusal of Object.keys(refusals)) {
    const { signIn, tried } = await strictProvider({ takes, offers, refusal })
    expect(await signIn(), refusal).toMatchObject({ status: 200, body: { result: 'login' } })
    expect(tried, refusal).toEqual(expected)
    // The client remembers which method worked.
    expect(await signIn()).toMatchObject({ status: 200 })
    expect(tried).toEqual([...expected, takes])
  }
})

test.each(Object.keys(refusals))(
  'a client secret that both methods reject is reported as a wrong setting: %s',
  async (refusal) => {
    const { signIn, tried } = await strictProvider({ takes: 'none', offers: [basic, post], refusal })
    expect(await signIn()).toMatchObject({ status: 400, body: { code: 'connection_refused' } })
    expect(tried).toEqual([post, basic])
    await signIn()
    expect(tried).toHaveLength(4)
  },
)
