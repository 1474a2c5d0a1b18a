import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInProvider, TabProvider } from '#contract/providers.ts'
import { fingerprint, newSecret } from '#server/access/keys/keys.ts'
import { spendToken } from '#server/access/tokens/spend.ts'
import { AppError } from '#server/errors.ts'
import { type OAuthFlow, newPending } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { clearCookie, sealedCookie, setSealedCookie } from './sealed-cookie.ts'

const life = 10 * 60 // seconds to complete the sign-in
/** The most bytes of the flows in a cookie before encryption, which adds a third. Browsers accept 4,096. */
const roomInCookie = 2_700 // bytes

type Name = SignInProvider | TabProvider | 'passkey'

/** One flow in the cookie. @property until milliseconds since the epoch */
type StoredFlow<By> = OAuthFlow<By> & { until: number }

/**
 * Starts a sign-in flow with a provider or passkey, bound to this browser by a cookie.
 * @param words the client's own data, appended to the state after a dot
 */
export async function begin<By>(
  reply: FastifyReply,
  services: Services,
  name: Name,
  { by, words = '', invitation }: { by: By; words?: string; invitation?: string | undefined },
): Promise<OAuthFlow<By>> {
  const random = newSecret().toString('base64url')
  const state = words === '' ? random : `${random}.${Buffer.from(words).toString('base64url')}`
  const flow = { state, pending: newPending(), by, invitation }
  const until = services.now().getTime() + life * 1_000
  const flows = [{ ...flow, until }, ...(await flowsIn<By>(reply.request, services, name))]
  while (flows.length > 1 && Buffer.byteLength(JSON.stringify(flows)) > roomInCookie) flows.pop()
  await setSealedCookie(reply, services, name, flows, life)
  return flow
}

/**
 * Completes a sign-in flow of this browser. A flow can be completed once.
 * @param state the returned state; undefined if the provider may omit the state, because the cookie and its PKCE
 * verifier also bind the code to this browser
 * @throws AppError sign_in_refused
 */
export async function end<By>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { name, state }: { name: Name; state: string | undefined },
): Promise<OAuthFlow<By>> {
  const flows = await flowsIn<By>(request, services, name)
  const flow = flows.find((one) => state === undefined || isSame(one.state, state))
  if (!flow) throw new AppError('sign_in_refused')
  const others = flows.filter((one) => one !== flow)
  if (others.length > 0) await setSealedCookie(reply, services, name, others, life)
  else clearCookie(reply, services, name)
  await spendToken(services, flow.state, life)
  return flow
}

/** Returns this browser's open flows with the provider, newest first: each tab may have one. */
async function flowsIn<By>(request: FastifyRequest, services: Services, name: Name): Promise<StoredFlow<By>[]> {
  const kept = (await sealedCookie(request, services, name)) as StoredFlow<By>[] | undefined
  return (kept ?? []).filter(({ until }) => until > services.now().getTime())
}

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(fingerprint(Buffer.from(one)), fingerprint(Buffer.from(other)))
