import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Insight, InsightChange, InsightDraft, Insights, InsightsQuery, Likes } from '#contract/insights.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { addInsight, changeInsight, deleteInsight, likeInsight, readInsights, unlikeInsight } from './operations.ts'

const params = z.object({ id: z.uuid() })

export const insightRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/insights',
    { schema: { summary: "The team's insights", querystring: InsightsQuery, response: { 200: Insights } } },
    async (request) => ({ insights: await readInsights(services, request.scope, request.query) }),
  )

  app.post(
    '/insights',
    { schema: { summary: 'Add an insight', body: InsightDraft, response: { 201: Insight } } },
    async (request, reply) => reply.code(201).send(await addInsight(services, request.scope, request.body)),
  )

  app.put(
    '/insights/:id',
    { schema: { summary: 'Change an insight of mine', params, body: InsightChange, response: { 200: Insight } } },
    async (request) => changeInsight(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/insights/:id',
    { schema: { summary: 'Delete an insight of mine', params, response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, deleteInsight(services, request.scope, request.params.id)),
  )

  app.post(
    '/insights/:id/like',
    { schema: { summary: 'Like an insight', params, response: { 200: Likes } } },
    async (request) => likeInsight(services, request.scope, request.params.id),
  )

  app.delete(
    '/insights/:id/like',
    { schema: { summary: 'Take my like back', params, response: { 200: Likes } } },
    async (request) => unlikeInsight(services, request.scope, request.params.id),
  )
}
