import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProvider, TabProvider } from '#contract/providers.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { spend } from '#server/access/tokens/spend.ts'
import { AppError } from '#server/errors.ts'
import { type Journey, newPending } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { clearCookie, sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 10 * 60 // seconds to complete the sign-in
/** The most bytes of the flows in a cookie before encryption, which adds a third. Browsers accept 4,096. */
const roomInCookie = 2_700 // bytes

type Name = SignInProvider | TabProvider | 'passkey'

/** One flow in the cookie. @property until milliseconds since the epoch */
type Kept<By> = Journey<By> & { until: number }

/**
 * Starts a sign-in flow with a provider or passkey, bound to this browser by a cookie.
 * @param words the client's own data, appended to the state after a dot
 */
export async function begin<By>(
  reply: FastifyReply,
  services: Services,
  name: Name,
  { by, words = '', invitation }: { by: By; words?: string; invitation?: string | undefined },
): Promise<Journey<By>> {
  const random = newSecret().toString('base64url')
  const state = words === '' ? random : `${random}.${Buffer.from(words).toString('base64url')}`
  const journey = { state, pending: newPending(), by, invitation }
  const until = services.now().getTime() + life * 1_000
  const journeys = [{ ...journey, until }, ...(await journeysIn<By>(reply.request, services, name))]
  while (journeys.length > 1 && Buffer.byteLength(JSON.stringify(journeys)) > roomInCookie) journeys.pop()
  await setSealedCookie(reply, services, name, journeys, life)
  return journey
}

/**
 * Completes a sign-in flow of this browser. A flow can be completed once.
 * @param state the returned state; undefined if the provider may omit it, because the cookie and its PKCE verifier also
 * bind the code
 * @throws AppError sign_in_refused
 */
export async function end<By>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { name, state }: { name: Name; state: string | undefined },
): Promise<Journey<By>> {
  const journeys = await journeysIn<By>(request, services, name)
  const journey = journeys.find((one) => state === undefined || isSame(one.state, state))
  if (!journey) throw new AppError('sign_in_refused')
  const others = journeys.filter((one) => one !== journey)
  if (others.length > 0) await setSealedCookie(reply, services, name, others, life)
  else clearCookie(reply, services, name)
  await spend(services, journey.state, life)
  return journey
}

/** Returns this browser's open flows with the provider, newest first: each tab may have one. */
async function journeysIn<By>(request: FastifyRequest, services: Services, name: Name): Promise<Kept<By>[]> {
  const kept = (await sealedCookie(request, services, name)) as Kept<By>[] | undefined
  return (kept ?? []).filter(({ until }) => until > services.now().getTime())
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(fingerprint(Buffer.from(one)), fingerprint(Buffer.from(other)))
