import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page } from '#contract/fields.ts'
import { Delivery } from '#contract/notifications.ts'
import { languageFrom } from '#server/http/language.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { listDead, retryDelivery } from './operations.ts'

export const undeliveredRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/notifications/deliveries',
    {
      schema: {
        summary: "My team's notifications that could not be delivered (administrators)",
        querystring: Page,
        response: { 200: z.array(Delivery) },
      },
    },
    async (request) => listDead(services, request.scope, request.query, languageFrom(request)),
  )

  app.post(
    '/notifications/deliveries/:id/retry',
    {
      schema: {
        summary: 'Deliver one of them again (administrators)',
        params: z.object({ id: z.uuid() }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => noContent(reply, retryDelivery(services, request.scope, request.params.id)),
  )
}
