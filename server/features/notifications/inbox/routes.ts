import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { MarkedMentions, Mentions, ReadMentions, UnreadMentions } from '#contract/comments.ts'
import { Page, uuid } from '#contract/fields.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { markAllRead, markRead, markUnread, readMentions } from './operations.ts'

export const inboxRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/mentions',
    answering('The comments for me, newest first', Mentions, { querystring: Page }),
    async (request) => readMentions(services, request.scope, request.query),
  )

  app.put(
    '/mentions/:id/read',
    answeringNothing('I have read it', { params: z.object({ id: uuid }) }),
    async (request, reply) => noContent(reply, markRead(services, request.scope, request.params.id)),
  )

  app.post(
    '/mentions/read',
    answering('Mark all, or those of one thread, as read', MarkedMentions, { body: ReadMentions }),
    async (request) => markAllRead(services, request.scope, request.body),
  )

  app.post(
    '/mentions/unread',
    answeringNothing('I have not read them, after all', { body: UnreadMentions }),
    async (request, reply) => noContent(reply, markUnread(services, request.scope, request.body)),
  )
}
