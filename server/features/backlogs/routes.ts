import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { BacklogItem } from '#contract/backlogs.ts'
import type { Services } from '#server/services.ts'
import { readBacklog } from './operations.ts'

export const backlogRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/backlogs',
    { schema: { summary: 'My backlog, the urgent first', response: { 200: z.array(BacklogItem) } } },
    async (request) => readBacklog(services, request.scope),
  )
}
