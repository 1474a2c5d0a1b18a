import { name } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { type TokenScope, tokenScopes } from '#contract/tokens.ts'

const minute = 60 // seconds
const day = 24 * 60 * minute

/** Lives in seconds. */
export const lifetimes = {
  /** An access token. The program renews it without the member. */
  accessToken: 15 * minute,
  /** A code travels through the browser to the program at once. */
  code: minute,
  /** The member may have to sign in first, which may take an email. */
  request: 60 * minute,
  /** A bound for the library alone. The grant's own last day counts. */
  grant: 400 * day,
} as const

/** A grant that no program renewed for so many days ends (RFC 9700, 4.14.2). */
export const idleDaysMost = 60

/** The time in which a refresh can be repeated, unless its successor was used (E1.04). */
export const repeatMost = 24 * 60 * 60_000 // milliseconds

/** A registered program that no member allowed anything is deleted after so many hours. */
export const unusedClientHours = 24

/** A used one is deleted after so many days: all its grants have ended by then. */
export const usedClientDays = 400

/** Returns the known scopes that are named, in our order. */
export const scopesIn = (named: string | undefined): TokenScope[] => {
  const all = named?.split(' ') ?? []
  return tokenScopes.filter((each) => all.includes(each))
}

/** The parameters of an authorization request that we use. Others are ignored (RFC 6749, 3.1). */
const known = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
])

/**
 * Returns the authorization request as the library gets it: our parameters only, with the scopes that we know, and
 * always `read`: without it, the resource refuses every call. Of `prompt` only `none` is kept, because we always ask the member.
 */
export function cleanRequest(sent: URLSearchParams): URLSearchParams {
  const cleaned = new URLSearchParams([...sent].filter(([name]) => known.has(name)))
  cleaned.set('scope', scopesIn(`read ${sent.getAll('scope').join(' ')}`).join(' '))
  if (sent.get('prompt') === 'none') cleaned.set('prompt', 'none')
  return cleaned
}

/**
 * Returns the registration as the library gets it. Every program is public, because it could keep no secret on a member's
 * computer, and registers for the same grant types. RFC 7591 lets a server replace what was requested.
 */
export const asPublicClient = (sent: { redirect_uris: string[]; client_name?: string | undefined }): string =>
  JSON.stringify({
    ...sent,
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  })

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const isLoopback = ({ hostname }: URL) => loopback.has(hostname)

/**
 * Returns whether a program may get its answer at this address: by TLS, or by plain HTTP or a scheme of its own on the
 * member's computer (RFC 8252, 7).
 */
export function mayRedirectTo(address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  return url.protocol !== 'http:' || isLoopback(url)
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

/** Returns the name that a program gives itself, if it is a readable line, otherwise its host. */
export function nameOfClient({ clientId, clientName }: { clientId: string; clientName?: string | undefined }): string {
  const read = Name.safeParse(clientName)
  return read.success ? read.data : (hostOfClient(clientId) ?? '?')
}
