import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Page, uuid } from '#contract/fields.ts'
import { Delivery } from '#contract/notifications.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { languageFrom } from '#server/http/requests/language.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { listFailed, retryDelivery } from './operations.ts'

export const undeliveredRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/notifications/deliveries',
    answering("My team's notifications that could not be delivered (administrators)", z.array(Delivery), {
      querystring: Page,
      problems: ['admins_only'],
    }),
    async (request) => listFailed(services, request.scope, request.query, languageFrom(request)),
  )

  app.post(
    '/notifications/deliveries/:id/retry',
    answeringNothing('Deliver one of them again (administrators)', {
      params: z.object({ id: uuid }),
      problems: ['admins_only'],
    }),
    async (request, reply) => noContent(reply, retryDelivery(services, request.scope, request.params.id)),
  )
}
