import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { discoveredOf, isIdentifier, type OpenIdClient } from './openid.ts'

/** The algorithms with a public key. A shared secret would not prove that the provider signed the token. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
/** The values of `typ` in a logout token. Keycloak before 26 and others send `JWT` or none. */
const acceptedTypes: ReadonlySet<string | undefined> = new Set([
  undefined,
  'jwt',
  'logout+jwt',
  'application/logout+jwt',
])
const event = 'http://schemas.openid.net/event/backchannel-logout'

const maxAgeSeconds = 10 * 60 // used tokens are stored for this long, too
const toleranceSeconds = 60 // how far the two clocks may differ
const timeoutMs = 5_000

/** The session or person that the provider has signed out. At least one of `sub` and `sid` is set. */
export type LoggedOut = {
  issuer: string
  sub: string | undefined
  sid: string | undefined
  /** The token's id, unique for the issuer. */
  jti: string
  /** The seconds for which we must remember the token, so that it cannot be used again. */
  lifeSeconds: number
}

/** A rejected logout token. `cause`: the claim or the check that failed. */
export class LogoutRefused extends Error {
  override readonly cause: string
  constructor(cause: string) {
    super(cause)
    this.cause = cause
  }
}

/**
 * Validates a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Rejects an ID token of the same provider,
 * which has a nonce and no event.
 * @throws LogoutRefused
 */
export async function readLogoutToken(client: OpenIdClient, token: string, now: Date): Promise<LoggedOut> {
  try {
    const { configuration } = await discoveredOf(client)
    const { issuer, jwks_uri } = configuration.serverMetadata()
    if (!jwks_uri) throw new LogoutRefused('jwks_uri')
    const { payload, protectedHeader } = await jwtVerify(token, keysOf(jwks_uri), {
      issuer,
      audience: client.clientId,
      algorithms,
      currentDate: now,
      clockTolerance: toleranceSeconds,
      maxTokenAge: maxAgeSeconds,
      // Keycloak before 23.0.4, Authentik 2025.8.1 and Hydra send no `exp`. The maximum age limits these tokens.
      requiredClaims: ['iat', 'jti'],
    })
    if (!acceptedTypes.has(protectedHeader.typ?.toLowerCase())) throw new LogoutRefused('typ')
    if (Object.hasOwn(payload, 'nonce')) throw new LogoutRefused('nonce')
    if (!hasLogoutEvent(payload['events'])) throw new LogoutRefused('events')
    const { sub, jti } = payload
    const sid = payload['sid']
    if (!isIdentifier(jti)) throw new LogoutRefused('jti')
    if (sub !== undefined && !isIdentifier(sub)) throw new LogoutRefused('sub')
    if (sid !== undefined && !isIdentifier(sid)) throw new LogoutRefused('sid')
    if (sub === undefined && sid === undefined) throw new LogoutRefused('sub')
    return { issuer, sub, sid, jti, lifeSeconds: maxAgeSeconds + 2 * toleranceSeconds }
  } catch (error) {
    if (error instanceof LogoutRefused) throw error
    if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
      throw new LogoutRefused(error.claim)
    throw new LogoutRefused(error instanceof errors.JOSEError ? error.code : 'provider')
  }
}

const hasLogoutEvent = (events: unknown): boolean => {
  const named = typeof events === 'object' && events !== null && Object.hasOwn(events, event)
  const value = named ? (events as Record<string, unknown>)[event] : undefined
  return typeof value === 'object' && value !== null
}

const keys = new Map<string, JWTVerifyGetKey>()

/** Returns the provider's keys, which are fetched once, and again for an unknown key: at most every 30 seconds. */
function keysOf(address: string): JWTVerifyGetKey {
  const known = keys.get(address) ?? createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs })
  keys.set(address, known)
  return known
}
