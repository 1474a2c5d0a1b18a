import { expect, test } from 'vitest'
import { authorizeUrl, openTeamServer, postForm, proofKey, register } from './oauth.fixture.ts'

// Texts that PostgreSQL cannot store, and texts that are too long.

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
])('shows our own page for a request with NUL in %s', async (name) => {
  for (const value of ['\0', 'a\0b']) {
    const { location } = await visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, [name]: value }))
    expect(location).toBe(`${publicUrl}/allow?error=invalid_request`)
  }
})

test('shows our own page for a request with NUL in a name or in its id', async () => {
  for (const path of ['?a%00b=c', '/%00', '/a%00b', '/x?answer=%00']) {
    const { location } = await visit(`${publicUrl}/oauth/authorize${path}`)
    expect(location).toMatch(new RegExp(`^${publicUrl}/allow\\?error=invalid_`, 'u'))
  }
})

test.each(['token', 'revoke'])('refuses NUL in each field of a form to /oauth/%s', async (path) => {
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

test('refuses NUL in the header by which a program names itself', async () => {
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

test('refuses a registration whose texts cannot be stored', async () => {
  for (const text of ['com.example.app:/a\0b', 'com.example.app:/\ud800'])
    expect(await register(publicUrl, { redirect_uris: [text] })).toMatchObject({ status: 400 })
})

test('keeps a state that PostgreSQL can store', async () => {
  const state = '\u0001 "\\u0000" 🙂 %00'
  const { location } = await visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, state }))
  const { body } = await member.call('DELETE', `/consents/${requestOf(location)}`)
  const refusal = await visit((body as { url: string }).url)
  expect(new URL(refusal.location!).searchParams.get('state')).toBe(state)
})
