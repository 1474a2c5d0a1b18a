import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Requests of one connection that may wait for an earlier answer. Browsers and proxies send the next one after the answer. */
const waitingMost = 10

/** Answers the requests of each connection one after another: the next begins when the answer before it has been sent. */
export function answerInTurn(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => waitForTurn(request, reply, done))
}

/** Keyed by connection, while it has a request in work. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Calls `begin` when the earlier requests of the connection are answered. Ends the connection when too many wait: Node reads
 * all requests of a chunk at once, so that 64 KB of them would be in work together.
 */
export function waitForTurn({ raw: request }: FastifyRequest, { raw: response }: FastifyReply, begin: () => void) {
  const { socket } = request
  if (socket.destroyed) return
  const start = () => {
    response.once('close', () => startNext(socket))
    begin()
  }
  const queue = waiting.get(socket)
  if (queue === undefined) {
    waiting.set(socket, [])
    start()
  } else if (queue.length < waitingMost) queue.push(start)
  else socket.destroy()
}

function startNext(socket: Socket) {
  const start = socket.destroyed ? undefined : waiting.get(socket)?.shift()
  if (start) start()
  else waiting.delete(socket)
}
