import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { MemberChange, User } from '#contract/users.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { changeMember, endMemberSessions } from './operations.ts'

/** What administrators may do to others of their team. */
export const memberRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const params = z.object({ id: z.uuid() })

  app.patch(
    '/users/:id',
    {
      schema: {
        summary: 'Deactivate a member or let them back in, make them an administrator or not (administrators)',
        params,
        body: MemberChange,
        response: { 200: User },
      },
    },
    async (request) => changeMember(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/users/:id/sessions',
    { schema: { summary: 'Sign a member out everywhere (administrators)', params, response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, endMemberSessions(services, request.scope, request.params.id)),
  )
}
