import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Reactions } from '#contract/comments.ts'
import { uuid } from '#contract/fields.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { addReaction, readReactions, removeReaction } from './operations.ts'

const ofReport = z.object({ id: uuid })
const params = z.extend(ofReport, { reaction: z.string() })

export const reactionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/daily-reports/:id/reactions',
    answering('The reactions to a report, and who gave each', Reactions, { params: ofReport }),
    async (request) => readReactions(services, request.scope, request.params.id),
  )

  app.put(
    '/daily-reports/:id/reactions/:reaction',
    answeringNothing("React to a colleague's report", { params, problems: ['invalid_input', 'own_report'] }),
    async (request, reply) => noContent(reply, addReaction(services, request.scope, request.params)),
  )

  app.delete(
    '/daily-reports/:id/reactions/:reaction',
    answeringNothing('Remove my reaction', { params, problems: ['invalid_input'] }),
    async (request, reply) => noContent(reply, removeReaction(services, request.scope, request.params)),
  )
}
