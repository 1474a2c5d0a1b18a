import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InvitationCheck } from '#contract/invitations.ts'
import { sendProblem } from './problem.ts'

/** Answers a request without a route: 405 with `Allow` if the path has other methods, else 404. */
export const refuseUnknown = (app: FastifyInstance) => (request: FastifyRequest, reply: FastifyReply) => {
  const url = request.url.split('?')[0]!
  const others = app.supportedMethods.filter((method) => app.findRoute({ method, url })).toSorted()
  if (others.length === 0) return sendProblem(request, reply, { code: 'not_found', fields: [] })
  reply.header('allow', others.join(', '))
  return sendProblem(request, reply, { code: 'method_not_allowed', fields: [] })
}

/** A path that cannot be decoded names nothing, and no invitation. */
export function refuseUndecodable(request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id) // no hook runs for it
  const unknown: InvitationCheck = { valid: false, reason: 'unknown' }
  if (request.method === 'GET' && request.url.startsWith('/api/invitations/verify/')) return reply.send(unknown)
  return sendProblem(request, reply, { code: 'not_found', fields: [] })
}
