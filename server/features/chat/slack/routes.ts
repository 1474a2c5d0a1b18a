import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { disconnectSlack } from './operations.ts'

export const slackRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  // Not the route of the other providers: if an administrator deletes the team's last Slack account, its workspace is
  // deleted, too.
  app.delete(
    '/connections/slack',
    { schema: { hide: true, byToken: 'never', response: { 204: z.null() } } }, // described with the others
    async (request, reply) => noContent(reply, disconnectSlack(services, request.scope)),
  )
}
