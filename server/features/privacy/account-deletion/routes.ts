import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Leaving } from '#contract/leaving.ts'
import { answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { leave } from './operations.ts'

export const accountDeletionRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.delete(
    '/users/me',
    answeringNothing('Leave for good', {
      body: Leaving,
      byToken: 'never',
      problems: [
        'reauthentication_required',
        'wrong_password',
        'last_admin',
        'password_link_used',
        'new_administrator',
      ],
    }),
    async (request, reply) => noContent(reply, leave(services, request.scope, request.body)),
  )
}
