import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Insight, InsightChange, InsightDraft, Insights, InsightsQuery, Likes } from '#contract/insights.ts'
import { TryChange } from '#contract/tries.ts'
import { answering, creating, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import {
  addInsight,
  changeInsight,
  changeTry,
  deleteInsight,
  likeInsight,
  readInsights,
  unlikeInsight,
} from './operations.ts'

const params = z.object({ id: uuid })

export const insightRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get('/insights', answering("The team's insights", Insights, { querystring: InsightsQuery }), async (request) => ({
    insights: await readInsights(services, request.scope, request.query),
  }))

  app.post(
    '/insights',
    creating('Add an insight', Insight, { body: InsightDraft, problems: ['changed_elsewhere'] }),
    async (request, reply) => reply.code(201).send(await addInsight(services, request.scope, request.body)),
  )

  app.put(
    '/insights/:id',
    answering('Change an insight of mine', Insight, {
      params,
      body: InsightChange,
      problems: ['not_yours', 'changed_elsewhere'],
    }),
    async (request) => changeInsight(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/insights/:id',
    answeringNothing('Delete an insight of mine', { params, problems: ['not_yours'] }),
    async (request, reply) => noContent(reply, deleteInsight(services, request.scope, request.params.id)),
  )

  app.patch(
    '/insights/:id/try',
    answering('Take on a Try, or decide its outcome', Insight, {
      params,
      body: TryChange,
      problems: ['only_oneself'],
    }),
    async (request) => changeTry(services, request.scope, request.params.id, request.body),
  )

  app.post('/insights/:id/like', answering('Like an insight', Likes, { params }), async (request) =>
    likeInsight(services, request.scope, request.params.id),
  )

  app.delete('/insights/:id/like', answering('Remove my like', Likes, { params }), async (request) =>
    unlikeInsight(services, request.scope, request.params.id),
  )
}
