import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { MemberChange } from '#contract/member-setups.ts'
import { User } from '#contract/users.ts'
import { answering, reauthenticationErrors, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { changeMember, endMemberSessions } from './operations.ts'

/** Routes by which administrators change other members of their team. */
export const memberRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const params = z.object({ id: uuid })

  app.patch(
    '/users/:id',
    answering('Deactivate or reactivate a member, or change whether they are an administrator (administrators)', User, {
      params,
      body: MemberChange,
      byToken: 'never',
      problems: [
        'admins_only',
        'address_unproven',
        'company_names_administrators',
        'last_admin',
        ...reauthenticationErrors,
      ],
    }),
    async (request) => changeMember(services, request.scope, request.params.id, request.body),
  )

  app.delete(
    '/users/:id/sessions',
    answeringNothing('Sign a member out everywhere (administrators)', {
      params,
      byToken: 'never',
      problems: ['admins_only'],
    }),
    async (request, reply) => noContent(reply, endMemberSessions(services, request.scope, request.params.id)),
  )
}
