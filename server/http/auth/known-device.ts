import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tokens } from '#contract/sessions.ts'
import { readAccessToken } from '#server/access/tokens/access-token.ts'
import { deriveKey } from '#server/access/keys/keys.ts'
import { type KnownDevice, withAccount } from '#server/access/attempts/known-device.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Services } from '#server/services.ts'
import { sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 365 * 24 * 60 * 60 // seconds since the last sign-in; not ended by a logout

/** Returns the requesting browser if any account has signed in on it before. */
export const knownDevice = (request: FastifyRequest, services: Services): Promise<KnownDevice | undefined> =>
  sealedCookie(request, services, 'device') as Promise<KnownDevice | undefined>

/**
 * Marks this browser as known to the member's account: strangers' wrong guesses then cannot lock the member out in this
 * browser.
 */
export async function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  member: Pick<Scope, 'teamId' | 'userId'>,
): Promise<void> {
  if (!isFromHere(request)) return
  const device = await withAccount(services.database, await knownDevice(request, services), member)
  await setSealedCookie(reply, services, 'device', device, life)
}

/**
 * Returns whether a page of this site sent the request. A form on another site is sent without this browser's cookie
 * (SameSite) and could sign in to another account, so its response must not replace the cookie. Clients other than
 * browsers do not send the header `sec-fetch-site` (W3C Fetch Metadata).
 */
const isFromHere = ({ headers }: FastifyRequest) => (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

/** Remembers the browser after a sign-in. @returns the tokens, for the response */
export async function signedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  tokens: Tokens,
): Promise<Tokens> {
  const key = deriveKey(services.config.secretKey, 'access token')
  // valid, because it was signed a moment ago
  const { team, sub } = (await readAccessToken(key, tokens.access_token, services.now()))!
  await rememberDevice(request, reply, services, { teamId: team, userId: sub })
  return tokens
}
