import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { disconnectSlack } from './operations.ts'

export const slackRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  // Slack has its own route. If an administrator disconnects the team's last Slack account, the team's workspace must
  // be deleted, too. The API description has only `/connections/:provider`, which includes Slack.
  app.delete(
    '/connections/slack',
    { schema: { hide: true, byToken: 'never', response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, disconnectSlack(services, request.scope)),
  )
}
