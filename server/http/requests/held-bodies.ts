import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '#server/access/scope.ts'
import { AppError } from '#server/errors.ts'
import { bodyLength, excludeBody, large } from './unfinished-bodies.ts'

const mostByMember = 4
const mostByTeam = 16
const mostInAll = 32
const retryAfter = 5 // seconds

/** A large body in transfer. `end` closes its connection. */
type Held = Pick<Scope, 'teamId' | 'userId'> & { end: () => void }

/**
 * Limits the large bodies in transfer, because each body occupies memory until it is complete. Refuses more bodies than
 * the limit of a member or team. Beyond the total limit, closes the connection of the oldest body of the team that has
 * the most bodies, so that endless bodies cannot block other teams. Node ends a request after `requestTimeout`. Must be
 * registered after `requireSession`, which sets `claims`.
 * @param liveCaller checks the session or token: bodies with forged or ended tokens must not count for a member
 */
export function boundHeldBodies(
  app: FastifyInstance,
  liveCaller: (claims: FastifyRequest['claims']) => Promise<Pick<Scope, 'teamId' | 'userId'>>,
) {
  const held = new Set<Held>() // oldest first
  app.addHook('onRequest', async (request, reply) => {
    const { claims, raw } = request
    if (bodyLength(request) <= large) return
    const { teamId, userId } = await liveCaller(claims)
    if (raw.destroyed) return // the connection was closed meanwhile: no event would call `release`
    const others = [...held]
    if (others.filter((one) => one.userId === userId).length >= mostByMember)
      throw new AppError('too_many_attempts', { retryAfter })
    if (others.filter((one) => one.teamId === teamId).length >= mostByTeam) throw new AppError('busy', { retryAfter })
    if (others.length >= mostInAll) oldestOfLargestTeam(others).end()
    const release = () => void held.delete(one)
    const one = { teamId, userId, end: () => (release(), raw.destroy()) }
    held.add(one)
    excludeBody(request)
    raw.once('end', release)
    raw.once('close', release)
    reply.raw.once('close', release)
  })
}

function oldestOfLargestTeam(held: Held[]): Held {
  const teams = [...Map.groupBy(held, ({ teamId }) => teamId).values()]
  return teams.toSorted((one, other) => other.length - one.length)[0]![0]!
}
