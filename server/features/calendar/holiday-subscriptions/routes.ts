import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Subscribed, SubscriptionDraft, TeamSubscription, UnsubscribeQuery } from '#contract/holidays.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { readSubscription, subscribe, unsubscribe } from './operations.ts'

export const holidaySubscriptionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const path = '/holidays/subscription'

  app.get(
    path,
    answering('The country whose holidays the team gets each year (administrators)', TeamSubscription, {
      problems: ['admins_only'],
    }),
    async (request) => readSubscription(services, request.scope),
  )

  app.put(
    path,
    answering(
      "Add a country's holidays of this year and the next one, and of each year to come (administrators)",
      Subscribed,
      {
        body: SubscriptionDraft,
        problems: ['admins_only'],
      },
    ),
    async (request) => subscribe(services, request.scope, request.body),
  )

  app.delete(
    path,
    answeringNothing('Stop adding holidays each year; those added stay, unless `holidays` is true (administrators)', {
      querystring: UnsubscribeQuery,
      problems: ['admins_only'],
    }),
    async (request, reply) => noContent(reply, unsubscribe(services, request.scope, request.query.holidays === 'true')),
  )
}
