import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes, for work of which nobody would read the response. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
