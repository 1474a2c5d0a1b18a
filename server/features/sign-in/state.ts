import { timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint, newSecret } from '#server/access/keys.ts'
import { inEveryTeam } from '#server/db/database.ts'
import { AppError } from '#server/errors.ts'
import { clearCookie, sealedCookie, setSealedCookie } from '#server/http/sealed-cookie.ts'
import { newPending, type Pending } from '#server/providers/openid/openid.ts'
import type { Services } from '#server/services.ts'
import { insertSpent } from './sql.ts'

const life = 10 * 60 // seconds to sign in elsewhere

type Name = 'google' | 'github' | 'slack' | 'microsoft' | 'apple'
/** A way to a provider and back. @typeParam By who has begun it */
export type Journey<By> = { state: string; pending: Pending; by: By }

/**
 * Begins a journey to a provider, bound to this browser.
 * @param word of the client's own, behind a dot in the state
 */
export function begin<By>(
  reply: FastifyReply,
  { keyring, now }: Services,
  name: Name,
  { by, word = '' }: { by: By; word?: string },
): Journey<By> {
  const random = newSecret().toString('base64url')
  const journey = { state: word === '' ? random : `${random}.${word}`, pending: newPending(), by }
  setSealedCookie(reply, { keyring, now: now() }, name, journey, life)
  return journey
}

/**
 * Ends the journey that this browser has begun; a second time it is refused.
 * @param state what has come back
 * @throws AppError sign_in_refused
 */
export async function end<By>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  { name, state }: { name: Name; state: string },
): Promise<Journey<By>> {
  const now = services.now()
  const journey = sealedCookie(request, { keyring: services.keyring, now }, name) as Journey<By> | undefined
  if (!journey || !isSame(journey.state, state)) throw new AppError('sign_in_refused')
  clearCookie(reply, name)
  await spend(services, journey.state, life)
  return journey
}

/**
 * What may be used once.
 * @param seconds after which it would not be taken anyway
 * @throws AppError sign_in_refused: it was used already
 */
export async function spend({ database, now }: Services, token: string, seconds: number): Promise<void> {
  const expiresAt = new Date(now().getTime() + seconds * 1_000)
  const hash = fingerprint(Buffer.from(token))
  if (!(await inEveryTeam(database, (db) => insertSpent(db, { hash, expiresAt }, now()))))
    throw new AppError('sign_in_refused')
}

/** In a time that does not tell how much of it was right. */
const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(fingerprint(Buffer.from(one)), fingerprint(Buffer.from(other)))
