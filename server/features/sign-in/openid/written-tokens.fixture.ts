import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose'
import { type Client, withCookies } from '#server/testing/client.ts'
import { discoveryPath, faultyProvider } from '#server/testing/faulty-provider.ts'
import { openIdClient } from '#server/testing/openid-provider.ts'

export type Claims = Record<string, unknown>
export type Key = Parameters<SignJWT['sign']>[0]

export const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'

/** Starts a provider whose tokens the tests write. */
export async function providerOfWrittenTokens() {
  const { url: issuer, answers, discovery } = await faultyProvider({ status: 404, body: '' })
  const keys = await generateKeyPair('RS256')
  answers.set(discoveryPath, { body: discovery })
  answers.set('/jwks', {
    body: { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }] },
  })
  const sign = (claims: Claims, header: Partial<JWTHeaderParameters> = {}, key: Key = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'ours', ...header }).sign(key)
  let count = 0
  /** Returns the claims of a logout token that is accepted. */
  const logoutClaims = (now: Date): Claims => {
    const iat = Math.floor(now.getTime() / 1_000)
    const about = { sub: 'misaki', sid: 'session-1', events: { [logoutEvent]: {} } }
    return { iss: issuer, aud: openIdClient.clientId, iat, exp: iat + 120, jti: `token-${++count}`, ...about }
  }
  /**
   * Signs somebody in.
   * @param more claims of the ID token, in addition to the usual ones or in place of them
   * @param token replaces the whole ID token
   */
  async function signIn(visitor: () => Client, more: Claims = {}, token?: () => Promise<string>) {
    const browser = withCookies(visitor())
    const asked = new URL((await browser.get('/auth/oidc/login-url')).body.auth_url)
    const person = { email: 'misaki@example.com', email_verified: true, name: 'Misaki' }
    const nonce = asked.searchParams.get('nonce')
    const claims: Claims = { ...person, ...logoutClaims(new Date()), events: undefined, nonce, ...more }
    const id_token = await (token?.() ?? sign(claims))
    answers.set('/token', { body: { access_token: 'x', token_type: 'bearer', id_token } })
    answers.set('/userinfo', { body: { sub: claims['sub'] } })
    const state = asked.searchParams.get('state')
    const { status, body } = await browser.post('/auth/oidc/login', { code: 'code', state })
    const me = async () => visitor().get('/users/me', { authorization: `Bearer ${body.access_token}` })
    return { status, body, id_token, me, isIn: async () => (await me()).status === 200 }
  }
  return { issuer, keys, sign, logoutClaims, signIn }
}
