import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProvider, TabProvider } from '#contract/providers.ts'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import { spend } from '#server/access/spend.ts'
import { AppError } from '#server/errors.ts'
import { type Journey, newPending } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { clearCookie, sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 10 * 60 // seconds to sign in elsewhere

type Name = SignInProvider | TabProvider

/**
 * Begins a journey to a provider, bound to this browser.
 * @param words of the client's own, encoded behind a dot in the state
 */
export function begin<By>(
  reply: FastifyReply,
  services: Services,
  name: Name,
  { by, words = '' }: { by: By; words?: string },
): Journey<By> {
  const random = newSecret().toString('base64url')
  const state = words === '' ? random : `${random}.${Buffer.from(words).toString('base64url')}`
  const journey = { state, pending: newPending(), by }
  setSealedCookie(reply, services, name, journey, life)
  return journey
}

/**
 * Ends the journey that this browser has begun; a second time it is refused.
 * @param state what has come back; undefined, where it may be left out: the cookie and its PKCE verifier bind the code too
 * @throws AppError sign_in_refused
 */
export async function end<By>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { name, state }: { name: Name; state: string | undefined },
): Promise<Journey<By>> {
  const journey = sealedCookie(request, services, name) as Journey<By> | undefined
  if (!journey || (state !== undefined && !isSame(journey.state, state))) throw new AppError('sign_in_refused')
  clearCookie(reply, services, name)
  await spend(services, journey.state, life)
  return journey
}

/** In a time that does not tell how much of it was right. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(fingerprint(Buffer.from(one)), fingerprint(Buffer.from(other)))
