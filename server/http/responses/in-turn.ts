import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The most pipelined requests of one connection that may wait. Browsers and proxies do not pipeline. */
const waitingMost = 10

/** Handles the requests of each connection in sequence: the next starts after the previous response was sent. */
export function answerInTurn(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => waitForTurn(request, reply, done))
}

/** The waiting requests of each connection with a running request. */
const waiting = new WeakMap<Socket, (() => void)[]>()

/**
 * Calls `begin` after the connection's earlier responses. Closes the connection if too many requests wait: Node parses
 * all requests of a chunk at once, so all requests in 64 KB would run together.
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
