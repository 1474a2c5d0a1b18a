import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { IdempotencyHeader } from '#contract/write-key.ts'
import { forgetWriteKey, withWriteKey } from '#server/access/write-key.ts'
import type { Services } from '#server/services.ts'

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Everything registered on this instance that writes takes an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header):
 * sent again with it, a write happens once. Stands behind `requireSession`.
 */
export function takeWriteKeys(app: FastifyInstance, services: Services) {
  app.addHook('onRoute', ({ method, schema }) => {
    if (schema && [method].flat().some((name) => writes.has(name))) schema.headers = IdempotencyHeader
  })
  app.addHook('preHandler', async (request) => {
    const { method, url, body, headers } = request
    const key = headers['idempotency-key']
    if (typeof key !== 'string' || !writes.has(method)) return
    request.scope = withWriteKey(services, request.scope, key, JSON.stringify([method, url, shortened(body)]))
  })
  app.addHook('onSend', async ({ scope, log }, reply) => {
    if (!scope?.writeKey) return
    if (scope.writeKey.state === 'replayed') reply.header('idempotency-replayed', 'true')
    // Of a failure of ours nobody knows what was committed before it.
    if (reply.statusCode < 400 || reply.statusCode >= 500) return
    await forgetWriteKey(services, scope).catch((error: unknown) => log.warn({ err: error }, 'write key left behind'))
  })
}

/** Returns the hash of a file: to write its 8 MiB as JSON would take the event loop 180 ms (E6.01). */
const shortened = (body: unknown) => (typeof body === 'string' ? createHash('sha256').update(body).digest('hex') : body)
