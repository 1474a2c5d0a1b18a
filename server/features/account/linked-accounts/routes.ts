import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Connections } from '#contract/connections.ts'
import { answering, reauthenticationErrors, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { disconnect, listConnections } from './operations.ts'

const params = z.object({ provider: z.string() })

export const linkedAccountRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/connections', answering('My connected accounts', Connections), async (request) =>
    listConnections(services, request.scope),
  )

  app.delete(
    '/connections/:provider',
    answeringNothing('Disconnect an account of mine', {
      params,
      byToken: 'never',
      problems: ['admins_only', 'last_admin', 'last_way_in', ...reauthenticationErrors],
    }),
    async (request, reply) => noContent(reply, disconnect(services, request.scope, request.params.provider)),
  )
}
