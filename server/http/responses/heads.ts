import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'

/**
 * Ends the stream of a response to HEAD, which has no body (RFC 9110, 9.3.2). Otherwise Fastify would read the whole
 * stream, and an export or a stream of events would count against its limit until then.
 */
export function answerHeads(app: FastifyInstance) {
  app.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method !== 'HEAD' || !(payload instanceof Readable)) return payload
    payload.destroy()
    return Readable.from([]) // Fastify fails to send a destroyed stream
  })
}
