import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#server/access/attempts/network.ts'
import { joinChunks } from './joined-chunks.ts'

/**
 * The limit for all unfinished bodies together. It is enough for 64 of the longest JSON bodies. Together with the large
 * bodies of members (`held-bodies.ts`), it is less than a third of the memory that `deploy/` gives a container.
 */
const mostInAll = 32 * 1_024 * 1_024 // bytes

/** The most bytes of a small body. Longer bodies, and bodies without a length, count as large. */
export const large = 65_536

/**
 * Closes the connection after a response that was sent before a large body had arrived, so that the server does not
 * receive the other bytes. To receive a short body is cheaper than to open a new connection.
 */
export function closeBeforeRest(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && bodyLength(request) > large) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** @property bytes the announced length: all of these bytes may arrive at any time */
type Unfinished = { network: string; bytes: number; end: () => void }

const countedElsewhere = new WeakSet<IncomingMessage>()

/** Excludes a body from the limit, because it counts for a member. Must be called before the body is parsed. */
export const excludeBody = ({ raw }: FastifyRequest) => void countedElsewhere.add(raw)

/** Returns the announced length of the body in bytes; Infinity if it has no length. */
export const bodyLength = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] ? Infinity : Number(headers['content-length'] ?? 0)

/**
 * Limits the memory of bodies in transfer whose sender is not known yet: bodies of public calls and of unknown
 * addresses, and small bodies whose token is checked later. Beyond the limit, ends the largest body of the network with
 * the most bytes, so that a flood cannot end the small bodies of others.
 */
export function boundUnfinishedBodies(app: FastifyInstance) {
  const unfinished = new Set<Unfinished>() // oldest first
  let total = 0
  const isOver = () => total > mostInAll
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw, ip, method, routeOptions } = request
    const length = bodyLength(request)
    if (length === 0 || method === 'GET' || method === 'HEAD') return done(null, payload)
    if (raw.destroyed) return // the connection was closed meanwhile: no event would release the bytes
    if (!countedElsewhere.has(raw)) {
      const bytes = Math.min(length, routeOptions.bodyLimit)
      const release = () => {
        if (unfinished.delete(one)) total -= bytes
      }
      const one = { network: networkOf(ip), bytes, end: () => (release(), raw.destroy()) }
      unfinished.add(one)
      total += bytes
      raw.once('end', release)
      raw.once('close', release)
      reply.raw.once('close', release)
      while (isOver()) oneToEnd(unfinished).end()
      if (raw.destroyed) return
    }
    done(null, joinChunks(payload, length))
  })
}

/** Returns the largest body of the network that has the most bytes. If several are the largest, returns the oldest. */
function oneToEnd(unfinished: Set<Unfinished>): Unfinished {
  const bytesOf = new Map<string, number>()
  for (const { network, bytes } of unfinished) bytesOf.set(network, (bytesOf.get(network) ?? 0) + bytes)
  const [largestNetwork] = [...bytesOf].reduce((most, one) => (one[1] > most[1] ? one : most))
  const ofNetwork = [...unfinished].filter(({ network }) => network === largestNetwork)
  return ofNetwork.reduce((most, one) => (one.bytes > most.bytes ? one : most))
}
