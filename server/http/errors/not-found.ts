import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InvitationCheck } from '#contract/invitations.ts'
import { sendProblem } from './problem.ts'

/** Answers a request without a route: 405 with `Allow` if the path has other methods, otherwise 404. */
export const refuseUnknown = (app: FastifyInstance) => (request: FastifyRequest, reply: FastifyReply) => {
  const url = request.url.split('?')[0]!
  const others = app.supportedMethods.filter((method) => app.findRoute({ method, url })).toSorted()
  if (others.length === 0) return sendProblem(request, reply, { code: 'not_found', fields: [] })
  reply.header('allow', others.join(', '))
  return sendProblem(request, reply, { code: 'method_not_allowed', fields: [] })
}

/** Answers a request with an undecodable path: 404, or an unknown invitation. */
export function refuseUndecodable(request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id) // hooks do not run for such a request
  const unknown: InvitationCheck = { valid: false, reason: 'unknown' }
  if (request.method === 'GET' && request.url.startsWith('/api/invitations/verify/')) return reply.send(unknown)
  return sendProblem(request, reply, { code: 'not_found', fields: [] })
}
