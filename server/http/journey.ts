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
/** Of the journeys in a cookie; sealed and encoded they are a third more, and a browser takes 4,096. */
const roomInCookie = 2_700 // bytes

type Name = SignInProvider | TabProvider | 'passkey'

/** One of those that the cookie holds. @property until milliseconds since 1970 */
type Kept<By> = Journey<By> & { until: number }

/**
 * Begins a journey to a provider, or to a passkey, bound to this browser.
 * @param words of the client's own, encoded behind a dot in the state
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
  const journeys = await journeysIn<By>(request, services, name)
  const journey = journeys.find((one) => state === undefined || isSame(one.state, state))
  if (!journey) throw new AppError('sign_in_refused')
  const others = journeys.filter((one) => one !== journey)
  if (others.length > 0) await setSealedCookie(reply, services, name, others, life)
  else clearCookie(reply, services, name)
  await spend(services, journey.state, life)
  return journey
}

/** What this browser has begun there and not ended, the last first: each of its tabs may be on its way. */
async function journeysIn<By>(request: FastifyRequest, services: Services, name: Name): Promise<Kept<By>[]> {
  const kept = (await sealedCookie(request, services, name)) as Kept<By>[] | undefined
  return (kept ?? []).filter(({ until }) => until > services.now().getTime())
}

/** In a time that does not tell how much of it was right. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(fingerprint(Buffer.from(one)), fingerprint(Buffer.from(other)))
