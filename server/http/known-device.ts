import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tokens } from '#contract/sessions.ts'
import { readAccessToken } from '#server/access/access-token.ts'
import { deriveKey } from '#server/access/keys.ts'
import { type KnownDevice, withAccount } from '#server/access/known-device.ts'
import type { Scope } from '#server/access/scope.ts'
import type { Services } from '#server/services.ts'
import { sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 365 * 24 * 60 * 60 // seconds since the last sign-in; it outlives a log-out

/** The browser that asks, where somebody has signed in before. */
export const knownDevice = (request: FastifyRequest, services: Services): Promise<KnownDevice | undefined> =>
  sealedCookie(request, services, 'device') as Promise<KnownDevice | undefined>

/** Lets this browser be known at the member's account from now on: strangers' guesses then lock nobody out in it. */
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
 * Another site can send a form here, without this browser's cookie (SameSite), and have it signed in to an account of its own:
 * the answer must not take the cookie's place. What is no browser says nothing of where it comes from (W3C Fetch Metadata).
 */
const isFromHere = ({ headers }: FastifyRequest) => (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin'

/** The same where somebody has just signed in. @returns their tokens, for the answer */
export async function signedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  tokens: Tokens,
): Promise<Tokens> {
  const key = deriveKey(services.config.secretKey, 'access token')
  const { team, sub } = (await readAccessToken(key, tokens.access_token, services.now()))! // signed a moment ago
  await rememberDevice(request, reply, services, { teamId: team, userId: sub })
  return tokens
}
