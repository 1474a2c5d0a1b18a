import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { PasswordLink } from '#contract/passwords.ts'
import { creating } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { isLinkAlive, makePasswordLink } from './operations.ts'

export const passwordLinkRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/users/:id/password-link',
    creating('Make a link for a new password of a member (administrators)', PasswordLink, {
      params: z.object({ id: uuid }),
      byToken: 'never',
      isSecretAlive: isLinkAlive,
      problems: [
        'admins_only',
        'company_sign_in_only',
        'member_inactive',
        'own_account',
        'reauthentication_required',
        'sign_in_again',
      ],
    }),
    async (request, reply) => reply.code(201).send(await makePasswordLink(services, request.scope, request.params.id)),
  )
}
