import { expect, test } from 'vitest'
import { authorizeUrl, openTeamServer, proofKey, redirectUri, register } from './oauth.fixture.ts'

const { publicUrl, visit, member, requestOf } = await openTeamServer()
const { challenge } = proofKey()

const ask = async (parameters: Record<string, string>, metadata?: object) => {
  const { client_id } = (await register(publicUrl, metadata)).body
  return visit(authorizeUrl(publicUrl, { client_id, code_challenge: challenge, ...parameters }))
}

test.each([
  ['with prompt=none', { prompt: 'none' }],
  ['for an unknown type of response', { response_type: 'evil' }],
  ['for a token', { response_type: 'token' }],
  ['for another resource', { resource: 'https://evil.example' }],
  ['with a weak proof key', { code_challenge_method: 'plain' }],
  ['with an invalid proof key', { code_challenge: 'x' }],
  ['with another response mode', { response_mode: 'form_post', prompt: 'none' }],
])(
  'an authorization request %s shows our own page instead of redirecting (RFC 9700, 4.11.2)',
  async (_what, parameters) => {
    for (const redirect_uri of ['https://evil.example/', redirectUri, 'com.example.app:/callback']) {
      const { location } = await ask({ redirect_uri, ...parameters }, { redirect_uris: [redirect_uri] })
      expect(location).toMatch(new RegExp(`^${publicUrl}/allow\\?(?:error|request)=`, 'u'))
    }
  },
)

test.each([
  ['cursor://anysphere.cursor-mcp/oauth/callback', { redirect_host: null, redirect_scheme: 'cursor:' }],
  ['com.example.app:/callback', { redirect_host: null, redirect_scheme: 'com.example.app:' }],
  ['https://app.example.com/callback', { redirect_host: 'app.example.com', redirect_scheme: null }],
  [redirectUri, { redirect_host: null, redirect_scheme: null }],
])('the consent page shows to which host or scheme %s leads', async (redirect_uri, shown) => {
  const { location } = await ask({ redirect_uri }, { redirect_uris: [redirect_uri] })
  expect((await member.get(`/consents/${requestOf(location)}`)).body).toMatchObject(shown)
})
