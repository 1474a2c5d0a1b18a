import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { team } from '#server/testing/team.ts'
import { allowed, authorizeUrl, openTeamServer, proofKey, redirectUri, register } from './oauth.fixture.ts'

const office = await openTeamServer()
const { publicUrl, visit, member, requestOf } = office
const { challenge } = proofKey()

const ask = async (parameters: Record<string, string>, metadata?: object) => {
  const { client_id } = (await register(publicUrl, metadata)).body
  return visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, ...parameters }))
}
/**
 * Returns the error that the program gets, or null. If the redirect does not lead to the program, returns its address.
 */
const outcomeOf = ({ location }: { location: string | null }) => {
  const url = new URL(location ?? '')
  const answer = new URLSearchParams(url.search || url.hash.slice(1))
  return url.href.startsWith(redirectUri) ? answer.get('error') : url.href.replace(publicUrl, '')
}

test('a 401 response links to metadata that names the authorization server (RFC 9728, 3 and 5.1)', async () => {
  const refused = await fetch(`${publicUrl}/api/mcp`, { method: 'POST', body: '{}', headers: { accept: '*/*' } })
  const header = refused.headers.get('www-authenticate') ?? ''
  expect([refused.status, header]).toEqual([
    401,
    `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/api/mcp", scope="read write"`,
  ])
  const metadata = await fetch(/resource_metadata="([^"]+)"/u.exec(header)![1]!)
  expect(await metadata.json()).toEqual({
    resource: `${publicUrl}/api/mcp`,
    authorization_servers: [publicUrl],
    scopes_supported: ['read', 'write'],
    bearer_methods_supported: ['header'],
    resource_name: 'Asakai',
  })
})

test('the metadata offers public clients only the code flow with S256 (RFC 8414; RFC 9700, 2.1)', async () => {
  const metadata = await (await fetch(`${publicUrl}/.well-known/oauth-authorization-server`)).json()
  expect(metadata).toMatchObject({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})

test('the metadata names the address of PUBLIC_URL, whatever host a caller sends (RFC 9700, 4.13)', async () => {
  const { body } = await office.app.inject({
    url: '/.well-known/oauth-authorization-server',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  })
  expect(body).not.toContain('evil.example')
})

test.each([
  ['without a challenge', { code_challenge: '', code_challenge_method: '' }],
  ['with the method plain', { code_challenge_method: 'plain' }],
  ['without a method, which would mean plain', { code_challenge_method: '' }],
  ['for a token in the address (implicit)', { response_type: 'token' }],
])('an authorization request %s is refused (RFC 9700, 2.1.1 and 2.1.2)', async (_what, parameters) => {
  const { client_id } = (await register(publicUrl)).body
  const url = new URL(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, ...parameters }))
  for (const [name, value] of Object.entries(parameters)) if (value === '') url.searchParams.delete(name)
  expect(outcomeOf(await visit(url.href))).toMatch(/^\/allow\?error=(?:invalid_request|unsupported_response_type)$/u)
})

test.each([
  'http://127.0.0.1:7777/callback/more',
  'http://127.0.0.1:7777/callbac',
  'http://127.0.0.1:7777/callback?next=https://evil.example',
  'http://127.0.0.1:7777/callback#x',
  'http://127.0.0.1.evil.example:7777/callback',
  'http://127.0.0.1:7777@evil.example/callback',
  'http://127.0.0.1:7777/a/../callback',
  'http://localhost:7777/callback',
  'https://127.0.0.1:7777/callback',
  'https://evil.example/callback',
  'javascript:alert(1)',
  '//evil.example/callback',
])('the unregistered address %s gets no answer and no error (RFC 9700, 4.1 and 4.11)', async (redirect_uri) => {
  expect(outcomeOf(await ask({ redirect_uri }))).toMatch(/^\/allow\?error=invalid_/u)
})

test.each([
  ['https://app.example.com/callback', 'https://app.example.com:444/callback'],
  ['https://app.example.com/callback', 'https://app.example.com.evil.example/callback'],
  ['https://app.example.com/callback', 'https://sub.app.example.com/callback'],
  ['https://app.example.com/callback', 'http://app.example.com/callback'],
  ['com.example.app:/callback', 'com.example.app:/callback2'],
])('a program that registered the address %s cannot redirect to %s', async (registered, redirect_uri) => {
  expect(outcomeOf(await ask({ redirect_uri }, { redirect_uris: [registered] }))).toMatch(/^\/allow\?error=invalid_/u)
})

test.each(['http://127.0.0.1/callback', 'http://127.0.0.1:50123/callback'])(
  'a program on the member’s computer may redirect to %s, whatever the port (RFC 8252, 7.3)',
  async (redirect_uri) => {
    expect(outcomeOf(await ask({ redirect_uri }))).toMatch(/^\/allow\?request=/u)
  },
)

test.each([
  ['http://app.example.com/callback'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['https://app.example.com/callback#x'],
  ['https://localhost/callback'],
  ['microsoft-edge:https://evil.example/callback'],
  ['mailto:evil@example.com'],
  ['search-ms:query=x'],
  ['callback'],
])('a program with the redirect address %s is not registered', async (uri) => {
  const { status, body } = await register(publicUrl, { redirect_uris: [uri] })
  expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
})

test('an unknown program gets no consent page and no redirect to its address (RFC 9700, 4.11.2)', async () => {
  const url = authorizeUrl(publicUrl, { client_id: 'unknown', code_challenge: challenge })
  expect(outcomeOf(await visit(url))).toBe('/allow?error=invalid_client')
})

test('an authorization request is accepted for this server’s own resource only (RFC 8707)', async () => {
  expect(outcomeOf(await ask({ resource: 'https://other.example/api/mcp' }))).toBe('/allow?error=invalid_target')
  expect(outcomeOf(await ask({ resource: `${publicUrl}/api` }))).toBe('/allow?error=invalid_target')
})

test('a request with prompt=none fails with consent_required, because the member must always consent', async () => {
  expect(outcomeOf(await ask({ prompt: 'none' }))).toBe('/allow?error=consent_required')
})

test('every redirect to a program contains `iss` to reveal mix-ups (RFC 9207; RFC 9700, 4.4)', async () => {
  const { answer } = await allowed(office)
  expect(answer.searchParams.get('iss')).toBe(publicUrl)
  const request = requestOf((await ask({})).location)
  const { body } = await member.call('DELETE', `/consents/${request}`)
  const { location } = await visit((body as { url: string }).url)
  const refusal = new URL(location!)
  expect(refusal.href.startsWith(redirectUri)).toBe(true)
  expect([refusal.searchParams.get('error'), refusal.searchParams.get('iss')]).toEqual(['access_denied', publicUrl])
})

test('a consent works only in the browser in which the request began (RFC 9700, 4.5)', async () => {
  const { location } = await ask({})
  const request = requestOf(location)
  const { body } = await member.post(`/consents/${request}`, { scopes: ['read'], expires_on: '2026-12-24' })
  const elsewhere = await visit((body as { url: string }).url, { cookies: false })
  expect(outcomeOf(elsewhere)).toBe('/allow?error=invalid_request')
  // The answer was not stored, so the browser in which the request began asks the member again.
  expect(outcomeOf(await visit(`${publicUrl}/oauth/authorize/${request}`))).toMatch(/^\/allow\?request=/u)
})

test('a request’s id does not work in place of its secret cookie (RFC 9700, 4.5)', async () => {
  const { location, cookies } = await ask({})
  const request = requestOf(location)
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatch(/^asakai_oauth=[\w-]{43}; Max-Age=3600; Path=\/oauth\/authorize; HttpOnly; SameSite=Lax$/u)
  expect(JSON.stringify(cookies)).not.toContain(request)
  const { body } = await member.post(`/consents/${request}`, { scopes: ['read'], expires_on: '2026-12-24' })
  const { url } = body as { url: string }
  for (const value of [request, randomBytes(32).toString('base64url')]) {
    const cookie = `asakai_oauth=${value}; request=${request}`
    const { headers } = await fetch(url, { redirect: 'manual', headers: { cookie } })
    expect(outcomeOf({ location: headers.get('location') })).toBe('/allow?error=invalid_request')
  }
  expect(outcomeOf(await visit(url))).toBeNull() // no error
})

test.each([
  [
    'https://asakai.example.com',
    /^__Host-asakai_oauth=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/u,
  ],
  [
    'https://example.com/asakai',
    /^__Secure-asakai_oauth=[\w-]{43}; Max-Age=3600; Path=\/asakai\/oauth\/authorize; HttpOnly; Secure; SameSite=Lax$/u,
  ],
])('the name of the request cookie at %s keeps other hosts from setting the cookie', async (address, expected) => {
  const { app } = await team({ publicUrl: address })
  const { headers } = await app.inject({ url: '/oauth/authorize?client_id=unknown' })
  expect(headers['set-cookie']).toMatch(expected)
})

test('a consent works once, for its own request, and for five minutes', async () => {
  const { advanceClock } = office
  const [first, second] = [requestOf((await ask({})).location), requestOf((await ask({})).location)]
  const answerOf = async (request: string) => {
    const { body } = await member.post(`/consents/${request}`, { scopes: ['read'], expires_on: '2026-12-24' })
    return new URL((body as { url: string }).url)
  }
  const answer = await answerOf(first)
  const other = new URL(answer)
  other.pathname = other.pathname.replace(first, second)
  expect(outcomeOf(await visit(other.href))).toMatch(/^\/allow\?request=/u)
  expect(outcomeOf(await visit(answer.href))).toBeNull() // no error
  expect(outcomeOf(await visit(answer.href))).toBe('/allow?error=invalid_request')
  const late = requestOf((await ask({})).location)
  const lateAnswer = await answerOf(late)
  advanceClock(6 * 60_000)
  expect(outcomeOf(await visit(lateAnswer.href))).toMatch(/^\/allow\?request=/u)
  advanceClock(-6 * 60_000)
})

test('a member can allow only the requested scopes, for at most a year', async () => {
  const request = requestOf((await ask({ scope: 'read' })).location)
  const post = (more: object) =>
    member.post(`/consents/${request}`, { scopes: ['read'], expires_on: '2026-12-24', ...more })
  expect((await post({ scopes: ['read', 'write'] })).body).toMatchObject({ errors: [{ field: 'scopes' }] })
  expect((await post({ expires_on: '2020-01-01' })).body).toMatchObject({ errors: [{ field: 'expires_on' }] })
  expect((await post({ expires_on: '2029-01-01' })).body).toMatchObject({ errors: [{ field: 'expires_on' }] })
  const { status } = await fetch(`${publicUrl}/api/consents/${request}`, {
    method: 'POST',
    headers: { cookie: 'asakai_oauth=x' },
  })
  expect(status).toBe(401)
})

test('an authorization request with unknown scopes gets the scope "read"', async () => {
  const request = requestOf((await ask({ scope: 'openid profile offline_access admin' })).location)
  expect((await member.get(`/consents/${request}`)).body.scopes).toEqual(['read'])
})

test('a program with a deceptive name is not registered', async () => {
  for (const client_name of ['Good\u202Eexe', '\u200B', 'x'.repeat(101)])
    expect((await register(publicUrl, { client_name })).status).toBe(400)
})

test('redirects use 303 without a referrer, unreadable by other origins (RFC 9700, 2.6, 4.2 and 4.12)', async () => {
  const { client_id } = (await register(publicUrl)).body
  const url = authorizeUrl(publicUrl, { client_id, code_challenge: challenge })
  for (const address of [url, `${url}&resource=https%3A%2F%2Fother.example`, `${publicUrl}/oauth/authorize`]) {
    const { status, headers } = await fetch(address, {
      redirect: 'manual',
      headers: { origin: 'https://evil.example' },
    })
    expect([status, headers.get('referrer-policy'), headers.get('access-control-allow-origin')]).toEqual([
      303,
      'no-referrer',
      null,
    ])
  }
})
