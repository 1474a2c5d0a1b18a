import { answering, creating, answeringNothing } from '#server/http/responses/answering.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Comment, CommentChange, CommentDraft, Comments, subjects } from '#contract/comments.ts'
import { Page, uuid } from '#contract/fields.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { addComment, changeComment, deleteComment, readComments } from './operations.ts'

const params = z.object({ id: uuid })
const places = { report: '/daily-reports/:id/comments', insight: '/insights/:id/comments' } as const

export const commentRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  for (const subject of subjects) {
    app.get(
      places[subject],
      answering(`What was said to the ${subject}`, Comments, { params, querystring: Page }),
      async (request) => readComments(services, request.scope, { subject, id: request.params.id }, request.query),
    )

    app.post(
      places[subject],
      creating(`Comment on the ${subject}`, Comment, {
        params,
        body: CommentDraft,
        problems: ['changed_elsewhere'],
      }),
      async (request, reply) => {
        const about = { subject, id: request.params.id }
        return reply.code(201).send(await addComment(services, request.scope, about, request.body))
      },
    )
  }

  app.put(
    '/comments/:id',
    answering('Change a comment of mine', Comment, {
      params,
      body: CommentChange,
      problems: ['not_yours', 'changed_elsewhere'],
    }),
    async (request) => changeComment(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/comments/:id',
    answeringNothing('Delete a comment of mine', { params, problems: ['not_yours'] }),
    async (request, reply) => noContent(reply, deleteComment(services, request.scope, request.params.id)),
  )
}
