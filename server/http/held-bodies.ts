import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/errors.ts'

const large = 65_536 // bytes; a request without a length counts as large
const mostByMember = 4
const mostByTeam = 16
const mostInAll = 32
const retryAfter = 5 // seconds

/** A large body that is being read. `end` closes its connection. */
type Held = { member: string; team: string; end: () => void }

/**
 * Bounds the large bodies that are read at once: an unfinished body keeps its memory. By member and by team the rest is
 * refused. In all, the oldest makes room for the newest, so that nobody stops the others by bodies that never end. Node ends
 * a request whose body takes longer than `requestTimeout`. Must come after `requireSession`, which sets `claims`.
 */
export function boundHeldBodies(app: FastifyInstance) {
  const held = new Set<Held>() // the oldest first
  app.addHook('onRequest', async ({ headers, claims, raw }, reply) => {
    const length = headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0)
    if (length <= large) return
    // Which member a token belongs to is not known yet.
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
