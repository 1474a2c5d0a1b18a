import { name } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type TokenScope, tokenScopes } from '#contract/tokens.ts'

const minute = 60 // seconds
const day = 24 * 60 * minute

/** The lifetimes, in seconds. */
export const lifetimes = {
  /** An access token. The program renews it without the member. */
  accessToken: 15 * minute,
  /** An authorization code. The browser passes it to the program at once. */
  code: minute,
  /** A request for consent. The member may have to sign in first, perhaps by a link in an email. */
  request: 60 * minute,
  /** An upper bound, which the library requires. A grant ends earlier, after its own last day. */
  grant: 400 * day,
} as const

/** The days after which a grant ends if the program does not refresh its token (RFC 9700, 4.14.2). */
export const maxIdleDays = 60

/** The time in which a refresh can be repeated, unless the new token has been used (E1.04). */
export const maxRepeatMs = 24 * 60 * 60_000

/** The hours after which a registered program is deleted if no member has allowed it. */
export const unusedClientHours = 24

/**
 * The days from the last time a member allowed a program until the program is deleted. All its grants have ended by
 * then.
 */
export const usedClientDays = 400

/** Returns the existing scopes of a space-separated list, in our order. */
export const scopesIn = (named: string | undefined): TokenScope[] => {
  const all = named?.split(' ') ?? []
  return tokenScopes.filter((each) => all.includes(each))
}

/** The parameters of an authorization request that the library gets unchanged. */
const usedParameters = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
])

/**
 * Returns the parameters of an authorization request for the library: `usedParameters`, and the scopes that exist.
 * Ignores other parameters (RFC 6749, 3.1).
 * Always adds `read`: without it, the resource refuses every call. Removes each `prompt` except `none`, because we
 * always ask the member.
 */
export function cleanRequest(sent: URLSearchParams): URLSearchParams {
  const cleaned = new URLSearchParams([...sent].filter(([name]) => usedParameters.has(name)))
  cleaned.set('scope', scopesIn(`read ${sent.getAll('scope').join(' ')}`).join(' '))
  if (sent.get('prompt') === 'none') cleaned.set('prompt', 'none')
  return cleaned
}

/**
 * Returns the metadata of a registration for the library. Registers every program as a public client, because a program
 * on a member's computer cannot keep a secret. RFC 7591 allows a server to replace requested values.
 */
export const publicClientMetadata = (sent: { redirect_uris: string[]; client_name?: string | undefined }): string =>
  JSON.stringify({
    ...sent,
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })

/**
 * The maximum number of programs that no member has allowed yet. The oldest are deleted first, so that strangers cannot
 * block others.
 */
export const maxUnusedClients = 5_000

/** The maximum number of requests that wait for a member. The oldest are deleted first. */
export const maxRequests = 10_000

/** The longest query of an authorization request, in characters. Each request is stored for an hour. */
export const maxQueryLength = 4_000

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const isLoopback = ({ hostname }: URL) => loopback.has(hostname)

/**
 * The schemes of widespread programs that speak MCP. They are no reversed domain names, although RFC 8252 (7.1) asks
 * for that.
 */
const wellKnownSchemes = new Set(['claude:', 'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

/**
 * Returns whether a scheme belongs to a program. A scheme with a dot does, because the schemes of browsers, mail
 * programs and operating systems have no dot.
 */
const isPrivateScheme = (scheme: string) =>
  wellKnownSchemes.has(scheme) || /^[a-z][a-z\d-]*(?:\.[a-z\d-]+)+:$/u.test(scheme)

/** The characters that an address may have (RFC 3986). A URL parser would silently remove or replace others. */
const addressCharacters = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/u

/**
 * Returns whether a program may receive its answer at this address. Allows HTTPS, plain HTTP on the member's own
 * computer, and private schemes (RFC 8252, 7). Any other scheme could open a browser, which could then open any
 * address.
 */
export function mayRedirectTo(address: string): boolean {
  if (!addressCharacters.test(address) || !URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return false
  if (url.protocol === 'http:') return isLoopback(url)
  return url.protocol === 'https:' || isPrivateScheme(url.protocol)
}

/**
 * Returns the private scheme of the program that receives the answer, with its colon. Null if the address has another
 * scheme.
 */
export function schemeOfRedirect(address: string): string | null {
  const { protocol } = new URL(address)
  return isPrivateScheme(protocol) ? protocol : null
}

/** Returns the host that receives the answer, or null if it is a program on the member's own computer. */
export function hostOfRedirect(address: string): string | null {
  const url = new URL(address)
  return /^https?:$/u.test(url.protocol) && !isLoopback(url) ? url.host : null
}

/** Returns the host of a client id that is an address (client-id metadata document), otherwise null. */
export const hostOfClient = (clientId: string): string | null =>
  clientId.startsWith('https://') && URL.canParse(clientId) ? new URL(clientId).host : null

const Name = name(limits.name)

/** Returns the program's own name if it is a valid name, otherwise its host, or `?` if it has no host. */
export function nameOfClient({ clientId, clientName }: { clientId: string; clientName?: string | undefined }): string {
  const read = Name.safeParse(clientName)
  return read.success ? read.data : (hostOfClient(clientId) ?? '?')
}
