import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InvitationCheck } from '#contract/invitations.ts'
import { sendProblem } from './problem.ts'

/**
 * What answers where no route does: 405 with `Allow` where the path is known by other methods, else 404. Called before the
 * routes it knows.
 */
export function refuseUnknown(app: FastifyInstance) {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const names = methods.get(url) ?? new Set()
    for (const name of [method].flat()) names.add(name)
    methods.set(url, names)
  })
  const allowed = (path: string) => {
    const parts = path.split('/')
    const patterns = [...methods.keys()].filter((pattern) => matches(pattern.split('/'), parts))
    // A literal path stands before one with an id, as it does in the router.
    const nearest = patterns.find((pattern) => !pattern.includes(':')) ?? patterns[0]
    return [...(methods.get(nearest ?? '') ?? [])].sort()
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!.replace(/\/$/u, '')
    const others = allowed(path)
    if (others.length === 0) return sendProblem(request, reply, { code: 'not_found', fields: [] })
    reply.header('allow', others.join(', '))
    return sendProblem(request, reply, { code: 'method_not_allowed', fields: [] })
  }
}

/** A path that cannot be decoded names nothing, and no invitation. */
export function refuseUndecodable(request: FastifyRequest, reply: FastifyReply) {
  reply.header('x-request-id', request.id) // no hook runs for it
  const unknown: InvitationCheck = { valid: false, reason: 'unknown' }
  if (request.method === 'GET' && request.url.startsWith('/api/invitations/verify/')) return reply.send(unknown)
  return sendProblem(request, reply, { code: 'not_found', fields: [] })
}

const matches = (pattern: string[], parts: string[]) =>
  pattern.length === parts.length && pattern.every((part, index) => part.startsWith(':') || part === parts[index])
