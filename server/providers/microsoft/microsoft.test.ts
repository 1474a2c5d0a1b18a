import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { identityOf, newPending } from '#server/providers/openid/openid.ts'
import { microsoftClient } from './microsoft.ts'

// This test writes Microsoft's responses itself, because our stand-ins have one fixed issuer. With Microsoft's
// `common`, each tenant has an issuer, and only the ID token names it.

const microsoft = {
  issuer: 'https://login.microsoftonline.com/common/v2.0',
  clientId: 'asakai',
  clientSecret: 'secret',
}
const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad'
const { privateKey, publicKey } = await generateKeyPair('RS256')
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers like Microsoft, with an ID token of this issuer. */
async function answerAsMicrosoft(issuer: string, nonce: string) {
  const idToken = await new SignJWT({ tid: tenant, nonce, email: 'misaki@example.com' })
    .setProtectedHeader({ alg: 'RS256', kid: 'key' })
    .setIssuer(issuer)
    .setAudience('asakai')
    .setSubject('subject')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
  const base = 'https://login.microsoftonline.com/common'
  const answers: Record<string, unknown> = {
    [`${base}/v2.0/.well-known/openid-configuration`]: {
      issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      token_endpoint: `${base}/oauth2/v2.0/token`,
      jwks_uri: `${base}/discovery/v2.0/keys`,
    },
    [`${base}/oauth2/v2.0/token`]: { access_token: 'x', token_type: 'Bearer', expires_in: 300, id_token: idToken },
    [`${base}/discovery/v2.0/keys`]: { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', use: 'sig' }] },
  }
  vi.stubGlobal('fetch', async (url: string | URL) => Response.json(answers[String(url)]))
}

const comeBack = (pending: ReturnType<typeof newPending>) =>
  identityOf(microsoftClient(microsoft), { code: 'code', pending, redirectUri: 'https://asakai.example.com/back' })

test('an ID token whose issuer belongs to its tenant is accepted', async () => {
  const pending = newPending()
  await answerAsMicrosoft(`https://login.microsoftonline.com/${tenant}/v2.0`, pending.nonce)
  expect(await comeBack(pending)).toMatchObject({ sub: 'subject', email: 'misaki@example.com' })
})

test.each(['https://login.microsoftonline.com/another/v2.0', 'https://evil.example.com/v2.0'])(
  'an ID token whose issuer is %s is refused',
  async (issuer) => {
    const pending = newPending()
    await answerAsMicrosoft(issuer, pending.nonce)
    await expect(comeBack(pending)).rejects.toMatchObject({ provider: 'Microsoft', reason: 'misconfigured' })
  },
)

test('an ID token of another sign-in is refused', async () => {
  await answerAsMicrosoft(`https://login.microsoftonline.com/${tenant}/v2.0`, newPending().nonce)
  await expect(comeBack(newPending())).rejects.toMatchObject({ reason: 'misconfigured' })
})
