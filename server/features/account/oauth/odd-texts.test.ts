import { expect, test } from 'vitest'
import { authorizeUrl, openTeamServer, postForm, proofKey, register } from './oauth.fixture.ts'

// Tests of texts that PostgreSQL cannot store, and of texts that are too long.

const { publicUrl, visit, member, requestOf, app } = await openTeamServer()
const { challenge } = proofKey()
const { client_id } = (await register(publicUrl)).body
const refused = { status: 400, body: expect.objectContaining({ error: expect.stringMatching(/^invalid_/u) }) }

test.each([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'prompt',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'unknown',
])('an authorization request with NUL in the parameter %s shows our own page', async (name) => {
  for (const value of ['\0', 'a\0b']) {
    const { location } = await visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, [name]: value }))
    expect(location).toBe(`${publicUrl}/allow?error=invalid_request`)
  }
})

test('an authorization request with NUL in a parameter name or its path shows our own page', async () => {
  for (const path of ['?a%00b=c', '/%00', '/a%00b', '/x?answer=%00']) {
    const { location } = await visit(`${publicUrl}/oauth/authorize${path}`)
    expect(location).toMatch(new RegExp(`^${publicUrl}/allow\\?error=invalid_`, 'u'))
  }
})

test.each(['token', 'revoke'])('a form to /oauth/%s with NUL in any field is refused', async (path) => {
  const fields = {
    grant_type: 'authorization_code',
    client_id,
    code: 'x',
    redirect_uri: 'http://127.0.0.1/x',
    code_verifier: 'x',
    refresh_token: 'x',
    resource: `${publicUrl}/api/mcp`,
    token: 'x',
    token_type_hint: 'refresh_token',
  }
  for (const name of Object.keys(fields))
    expect(await postForm(`${publicUrl}/oauth/${path}`, { ...fields, [name]: 'a\0b' })).toEqual(refused)
})

test('a program id with NUL in the authorization header is refused', async () => {
  for (const id of ['%00', 'a\0b']) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:x`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'grant_type=refresh_token&refresh_token=x',
    })
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
  }
})

test('a program with a redirect address that PostgreSQL cannot store is not registered', async () => {
  for (const text of ['com.example.app:/a\0b', 'com.example.app:/\ud800'])
    expect(await register(publicUrl, { redirect_uris: [text] })).toMatchObject({ status: 400 })
})

test('a redirect to a program returns its state unchanged, even with control characters', async () => {
  const state = '\u0001 "\\u0000" 🙂 %00'
  const { location } = await visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, state }))
  const { body } = await member.call('DELETE', `/consents/${requestOf(location)}`)
  const refusal = await visit((body as { url: string }).url)
  expect(new URL(refusal.location!).searchParams.get('state')).toBe(state)
})
