import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Begins the shutdown: readiness fails, but requests are still answered until the server closes. */
    drain: () => void
  }
}

/**
 * Closes each connection after its response while draining, so that clients reconnect to another server.
 * @returns whether the server is draining
 */
export function prepareDraining(app: FastifyInstance): () => boolean {
  let isDraining = false
  app.decorate('drain', () => {
    isDraining = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
  return () => isDraining
}
