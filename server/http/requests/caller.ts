import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Caller, caller } from '#server/process/caller.ts'
import type { Tracing } from '#server/tracing/tracing.ts'

/** Sets `caller` for the work of each request: its address, id and trace. */
export function rememberCallers(app: FastifyInstance, tracing: Tracing | undefined) {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.addHook('onRequest', (request, reply, done) => {
    const { ip, id: reqId } = request
    reply.header('x-request-id', reqId)
    const known = { ip, reqId, traceparent: tracing?.beginRequest(request) }
    callers.set(request, known)
    caller.run(known, done)
  })
  // A body arrives in events of the connection, which run outside the context of the request.
  app.addHook('preValidation', (request, _reply, done) => caller.run(callers.get(request)!, done))
  if (tracing)
    app.addHook('onResponse', (request, { statusCode }, done) => {
      tracing.endRequest(request, statusCode)
      done()
    })
}
