import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts when the connection closes, for work whose response nobody would read then. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
