import type { FastifyInstance, HookHandlerDoneFunction } from 'fastify'
import { caller } from '#server/caller.ts'

/** Lets whatever a request leads to know its caller's address and its id, without passing them through every operation. */
export function rememberCallers(app: FastifyInstance) {
  const remember = ({ ip, id: reqId }: { ip: string; id: string }, _reply: unknown, done: HookHandlerDoneFunction) =>
    caller.run({ ip, reqId }, done)
  app.addHook('onRequest', remember)
  app.addHook('onRequest', async ({ id }, reply) => void reply.header('x-request-id', id))
  app.addHook('preValidation', remember) // a body arrives on the connection's own events, which know nothing of the request
}
