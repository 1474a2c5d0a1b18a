import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns a handler that serves the API description. Serializes the description once: all responses share the same
 * bytes, so slow clients cost no memory.
 */
export function describing(app: FastifyInstance) {
  let written: ReturnType<typeof write> | undefined
  return ({ headers }: FastifyRequest, reply: FastifyReply) => {
    const { plain, compressed, tag } = (written ??= write(app.swagger()))
    reply.header('etag', tag).header('vary', 'accept-encoding').type('application/json; charset=utf-8')
    if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    if (!headers['accept-encoding']?.includes('gzip')) return reply.send(plain)
    return reply.header('content-encoding', 'gzip').send(compressed)
  }
}

function write(description: object) {
  const plain = Buffer.from(JSON.stringify(description))
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`
  return { plain, compressed: gzipSync(plain), tag }
}
