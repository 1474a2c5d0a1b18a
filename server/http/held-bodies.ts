import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

const large = 65_536 // bytes; a request without a length counts as large
const mostByMember = 4
const mostByTeam = 16
const mostInAll = 32
const retryAfter = 5 // seconds

/** A large body in transfer. `end` closes its connection. */
type Held = { member: string; team: string; end: () => void }

/**
 * Limits the large bodies in transfer, because each occupies memory until it is complete. Refuses more than the limit
 * of a member or team. Beyond the total limit, ends the oldest, so that endless bodies cannot block others. Node ends a
 * request after `requestTimeout`. Must be registered after `requireSession`, which sets `claims`.
 */
export function boundHeldBodies(app: FastifyInstance) {
  const held = new Set<Held>() // oldest first
  app.addHook('onRequest', async ({ headers, claims, raw }, reply) => {
    const length = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0)
    if (length <= large) return
    // A token's member is not known yet, so its id counts instead.
    const [member, team] = 'secret' in claims ? [claims.id, claims.teamId] : [claims.sub, claims.team]
    const others = [...held]
    const ofMember = others.filter((one) => one.member === member).length
    const ofTeam = others.filter((one) => one.team === team).length
    if (ofMember >= mostByMember || ofTeam >= mostByTeam) {
      reply.header('connection', 'close') // so that the rest of the body is not read
      throw ofMember >= mostByMember
        ? new AppError('too_many_attempts', { retryAfter })
        : new AppError('busy', { retryAfter })
    }
    if (others.length >= mostInAll) others[0]!.end()
    const one = { member, team, end: () => raw.destroy() }
    held.add(one)
    const release = () => void held.delete(one)
    raw.once('end', release)
    raw.once('close', release)
    reply.raw.once('close', release)
  })
}
