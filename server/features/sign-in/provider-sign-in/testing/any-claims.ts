import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach } from 'vitest'
import { readProviders } from '#server/config/providers.ts'
import { readerOf } from '#server/config/environment.ts'
import { withCookies } from '#server/testing/client.ts'
import { eventsOf } from '#server/testing/events.ts'
import { discoveryPath, faultyProvider } from '#server/testing/faulty-provider.ts'
import { startApp } from '#server/testing/team.ts'

/** Starts a provider, for Google and for OIDC, whose ID tokens have any claims. */
export async function providerOfAnyClaims() {
  const { url: issuer, answers, discovery } = await faultyProvider({ status: 404, body: '' })
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'ours', alg: 'RS256', use: 'sig' }] }
  const settings = (name: 'GOOGLE' | 'OIDC') => ({
    [`${name}_CLIENT_ID`]: 'asakai',
    [`${name}_CLIENT_SECRET`]: 'secret',
    [`${name}_ISSUER`]: issuer,
  })
  const providers = readProviders(readerOf({ ...settings('GOOGLE'), ...settings('OIDC') }))

  beforeEach(() => {
    answers.clear()
    answers.set(discoveryPath, { body: discovery })
    answers.set('/jwks', { body: jwks })
  })

  /** Signs in with an ID token that has these claims. @param userInfo the claims that UserInfo returns */
  async function signIn(provider: 'google' | 'oidc', claims: object, userInfo?: object) {
    const { app, visitor } = await startApp({ providers, logLevel: 'error' })
    const browser = withCookies(visitor())
    const asked = new URL((await browser.get(`/auth/${provider}/login-url`)).body.auth_url)
    const now = Math.floor(Date.now() / 1_000)
    const right = { iss: issuer, aud: 'asakai', nonce: asked.searchParams.get('nonce'), iat: now, exp: now + 600 }
    const id_token = await new SignJWT({ ...claims, ...right })
      .setProtectedHeader({ alg: 'RS256', kid: 'ours' })
      .sign(privateKey)
    answers.set('/token', { body: { access_token: 'x', token_type: 'bearer', id_token } })
    if (userInfo) answers.set('/userinfo', { body: userInfo })
    const events = eventsOf(app)
    const state = asked.searchParams.get('state')
    const { status, body } = await browser.post(`/auth/${provider}/login`, { code: 'code', state })
    return { browser, status, body, events: events() }
  }
  return { providers, signIn }
}
