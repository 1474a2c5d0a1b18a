import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Providers } from '#server/config/providers.ts'
import type { OpenIdClient } from '#server/providers/openid/openid.ts'

const secretLife = 5 * 60 // seconds; Apple allows up to six months

/** Configures Apple as an OpenID provider. If the email is requested, Apple sends its response by a form POST. */
export const appleClient = (apple: NonNullable<Providers['apple']>): OpenIdClient => ({
  name: 'Apple',
  issuer: apple.issuer,
  clientId: apple.clientId,
  clientSecret: () => signSecret(apple),
  scope: 'openid email',
  parameters: { response_mode: 'form_post' },
})

/** Signs Apple's client secret: a JWT of the developer team, created for each exchange. */
function signSecret({ clientId, teamId, keyId, privateKey, issuer }: NonNullable<Providers['apple']>): Promise<string> {
  const seconds = Math.floor(Date.now() / 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + secretLife)
    .sign(createPrivateKey(privateKey))
}
