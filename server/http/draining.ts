import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on the server says that it is about to end, and goes on answering until it is closed. */
    drain: () => void
  }
}

/** @returns whether the server is about to end: connections are not kept then, so that their owners go elsewhere */
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
