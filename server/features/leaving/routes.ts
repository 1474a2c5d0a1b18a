import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Leaving } from '#contract/users.ts'
import type { Services } from '#server/services.ts'
import { leave } from './operations.ts'

export const leavingRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.delete(
    '/users/me',
    { schema: { summary: 'Leave for good', body: Leaving, response: { 204: z.null() } } },
    async (request, reply) => {
      await leave(services, request.scope, request.body, request.ip)
      return reply.code(204).send(null)
    },
  )
}
