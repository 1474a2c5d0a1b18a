import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Connected, GoogleChatConnection } from '#contract/connections.ts'
import type { Services } from '#server/services.ts'
import { connectSpace } from './operations.ts'

export const googleChatRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/connections/google-chat',
    {
      schema: {
        summary: "Connect a space of Google Chat by its webhook, for the whole team's notifications (administrators)",
        body: GoogleChatConnection,
        response: { 200: Connected },
      },
    },
    async (request) => connectSpace(services, request.scope, request.body),
  )
}
