import type { FastifyReply } from 'fastify'

export async function noContent(reply: FastifyReply, work: Promise<unknown>): Promise<null> {
  await work
  reply.code(204)
  return null
}
