import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Leaving } from '#contract/users.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { leave } from './operations.ts'

export const leavingRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.delete(
    '/users/me',
    { schema: { summary: 'Leave for good', body: Leaving, response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, leave(services, request.scope, request.body, request.ip)),
  )
}
