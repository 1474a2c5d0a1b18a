import * as openid from 'openid-client'
import { ProviderFailure } from '#server/errors.ts'
import { type Shown, showing, tryingBoth } from './client-authentication.ts'
import { failureOf } from './failure.ts'

const timeLimit = 5 // seconds, for each answer
const discoveredFor = 24 * 60 * 60_000 // milliseconds

/** A provider that Asakai is registered with. */
export type OpenIdClient = {
  /** Its name, as people write it. */
  name: string
  issuer: string
  clientId: string
  clientSecret: () => string | Promise<string>
  scope: string
  /** A claim that is asked of UserInfo where the ID token has not got it (OpenID Connect Core 1.0, 5.4). */
  wanted?: string
  /** More of what its authorization address says. */
  parameters?: Record<string, string>
}

/** What only this browser and this server know of a sign-in under way (PKCE, OpenID's nonce). */
export type Pending = { nonce: string; verifier: string }

/** A way to a provider and back. `invitation`: the token of the one that it accepts. @typeParam By who has begun it */
export type Journey<By> = { state: string; pending: Pending; by: By; invitation?: string | undefined }

/** Begins one; not before all is as it must be, for the browser is told of it. */
export type Begin = () => Promise<Pick<Journey<unknown>, 'state' | 'pending'>>

/** What somebody has come back with. */
export type Answer = { code: string; pending: Pending }

export const newPending = (): Pending => ({
  nonce: openid.randomNonce(),
  verifier: openid.randomPKCECodeVerifier(),
})

/** @throws ProviderFailure */
export async function authorizationAddress(
  client: OpenIdClient,
  { state, redirectUri, pending }: { state: string; redirectUri: string; pending: Pending },
): Promise<URL> {
  const { configuration } = await discoveredOf(client)
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: client.scope,
    state,
    nonce: pending.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...client.parameters,
  })
}

/**
 * Returns the claims of an ID token whose signature, issuer, audience, times and nonce are right. `sub` is an identifier;
 * the other claims may be of any type.
 * @throws ProviderFailure
 */
export async function identityOf(
  client: OpenIdClient,
  { code, redirectUri, pending }: { code: string; redirectUri: string; pending: Pending },
): Promise<openid.IDToken> {
  const { configuration, shown } = await discoveredOf(client)
  const server = configuration.serverMetadata()
  const back = new URL(redirectUri)
  back.searchParams.set('code', code)
  // Each provider comes back to an address and a cookie of its own, so an answer cannot be another's (RFC 9207).
  back.searchParams.set('iss', server.issuer)
  try {
    shown.secret = await client.clientSecret()
    const checks = { expectedNonce: pending.nonce, pkceCodeVerifier: pending.verifier, idTokenExpected: true }
    const tokens = await tryingBoth(shown, server, () => openid.authorizationCodeGrant(configuration, back, checks))
    const claims = tokens.claims()!
    // Waiting does not help: the operator has to correct the provider's settings.
    if (!isIdentifier(claims.sub)) throw new ProviderFailure(client.name, 'misconfigured', { cause: 'sub' })
    if (!client.wanted || claims[client.wanted] !== undefined || !server.userinfo_endpoint) return claims
    return joined(claims, await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  } catch (error) {
    throw failureOf(client.name, error)
  }
}

/** An address, and what is said of it. Google and Microsoft's own names are among them. */
const aboutEmail = ['email', 'email_verified', 'xms_edov'] as const

/**
 * Returns the claims of both documents; those of the ID token count before those of UserInfo. The e-mail and what vouches
 * for it are of one document: what one says of its e-mail says nothing of the other's.
 */
export function joined<T extends object>(idToken: T, userInfo: object): T {
  const hasEmail = typeof (idToken as Record<string, unknown>)['email'] === 'string'
  const ofEmail = new Map(Object.entries(hasEmail ? idToken : userInfo))
  const rest = new Map(Object.entries({ ...userInfo, ...idToken }))
  for (const name of aboutEmail)
    if (ofEmail.has(name)) rest.set(name, ofEmail.get(name))
    else rest.delete(name)
  return Object.fromEntries(rest) as T
}

/** At most 255 characters (OpenID Connect Core 1.0, 2) that the database can store. */
const isIdentifier = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub.trim() !== '' && sub.length <= 255 && sub.isWellFormed() && !/\p{Cc}/u.test(sub)

type Discovered = { configuration: openid.Configuration; shown: Shown }

const discovered = new Map<string, { found: Promise<Discovered>; until: number }>()

/** What the issuer says of itself, asked once a day; a failure is not kept. @throws ProviderFailure */
function discoveredOf(client: OpenIdClient): Promise<Discovered> {
  const key = `${client.issuer} ${client.clientId}`
  const earlier = discovered.get(key)
  if (earlier && earlier.until > Date.now()) return earlier.found
  const found = discover(client).catch((error: unknown) => {
    discovered.delete(key)
    throw failureOf(client.name, error)
  })
  discovered.set(key, { found, until: Date.now() + discoveredFor })
  return found
}

async function discover({ issuer, clientId }: OpenIdClient): Promise<Discovered> {
  const options: openid.DiscoveryRequestOptions = { timeout: timeLimit, execute: [openid.enableNonRepudiationChecks] }
  // Only an issuer that the operator has named so is asked without encryption.
  if (issuer.startsWith('http:')) options.execute!.push(openid.allowInsecureRequests)
  const shown = { secret: '' }
  return { configuration: await openid.discovery(new URL(issuer), clientId, undefined, showing(shown), options), shown }
}
