import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Activity, ActivityQuery } from '#contract/activity.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { readActivity } from './operations.ts'

export const activityRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/activity',
    answering('The activity of the team', Activity, { querystring: ActivityQuery }),
    async (request) => readActivity(services, request.scope, request.query.before, request.query.limit),
  )
}
