import * as openid from 'openid-client'
import { ProviderFailure } from '#server/errors.ts'
import { type Shown, authenticateClient, tryBothMethods } from './client-authentication.ts'
import { findClaim } from './claim.ts'
import { failureOf } from './failure.ts'

const timeLimit = 5 // seconds for each response
const discoveredFor = 24 * 60 * 60_000 // milliseconds

/** An OpenID provider that the operator has configured. */
export type OpenIdClient = {
  name: string
  issuer: string
  clientId: string
  clientSecret: () => string | Promise<string>
  scope: string
  /** Claims to fetch from UserInfo if the ID token lacks one of them (OpenID Connect Core 1.0, 5.4). */
  wanted?: string[]
  /** More parameters of the authorization URL. */
  parameters?: Record<string, string>
}

/** The secrets of a running sign-in that only this browser and this server know (PKCE and nonce). */
export type Pending = { nonce: string; verifier: string }

/** A sign-in flow with a provider. `invitation`: as in `SignInBegin`. @typeParam By the initiator */
export type OAuthFlow<By> = { state: string; pending: Pending; by: By; invitation?: string | undefined }

/** Starts a flow and sets its cookie. Must be called only after all checks have passed. */
export type Begin = () => Promise<Pick<OAuthFlow<unknown>, 'state' | 'pending'>>

/** The provider's response to a sign-in. */
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
 * Returns the claims of an ID token after checking its signature, issuer, audience, times and nonce. `sub` is a valid
 * identifier. The other claims can have any type.
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
  // Each provider has its own callback URL and cookie, so a response cannot belong to another provider (RFC 9207).
  back.searchParams.set('iss', server.issuer)
  try {
    shown.secret = await client.clientSecret()
    const checks = { expectedNonce: pending.nonce, pkceCodeVerifier: pending.verifier, idTokenExpected: true }
    const tokens = await tryBothMethods(shown, server, () => openid.authorizationCodeGrant(configuration, back, checks))
    const claims = tokens.claims()!
    // The reason is permanent: the operator must correct the provider's settings.
    if (!isIdentifier(claims.sub)) throw new ProviderFailure(client.name, 'misconfigured', { cause: 'sub' })
    const isComplete = (client.wanted ?? []).every((name) => findClaim(claims, name) !== undefined)
    if (isComplete || !server.userinfo_endpoint) return claims
    return joined(claims, await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub))
  } catch (error) {
    throw failureOf(client.name, error)
  }
}

/** The email and the claims about it. Includes the claim names of Google and Microsoft. */
const aboutEmail = ['email', 'email_verified', 'xms_edov'] as const

/**
 * Merges both documents. The ID token has priority. The email and its verification come from the same document: the
 * verification in one document does not apply to the email in the other.
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

/** Returns whether a subject has at most 255 characters (OpenID Connect Core 1.0, 2) and the database can store it. */
export const isIdentifier = (sub: unknown): sub is string =>
  typeof sub === 'string' && sub.trim() !== '' && sub.length <= 255 && sub.isWellFormed() && !/\p{Cc}/u.test(sub)

type Discovered = { configuration: openid.Configuration; shown: Shown }

const discovered = new Map<string, { found: Promise<Discovered>; until: number }>()

/** Returns the issuer's metadata, cached for a day. Failures are not cached. @throws ProviderFailure */
export function discoveredOf(client: OpenIdClient): Promise<Discovered> {
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
  // Allows plain HTTP only if the operator configured such an issuer.
  if (issuer.startsWith('http:')) options.execute!.push(openid.allowInsecureRequests)
  const shown = { secret: '' }
  return {
    configuration: await openid.discovery(new URL(issuer), clientId, undefined, authenticateClient(shown), options),
    shown,
  }
}
