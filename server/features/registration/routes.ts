import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { MailedToken, Tokens } from '#contract/sessions.ts'
import { Registration, User } from '#contract/users.ts'
import { creating } from '#server/http/answering.ts'
import { signedIn } from '#server/http/known-device.ts'
import { senderOf } from '#server/http/sender.ts'
import type { Services } from '#server/services.ts'
import { openLink, register } from './operations.ts'

export const registrationRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/onboarding',
    creating('Sign up', User, {
      body: Registration,
      problems: [
        'company_sign_in_only',
        'password_common',
        'sign_up_closed',
        'sign_up_needs_mail',
        'email_domain_refused',
        'email_taken',
        'too_many_attempts',
        'too_many_letters',
      ],
    }),
    async (request, reply) =>
      reply.code(201).send(await register(services, request.body, senderOf(request, request.body.time_zone))),
  )

  app.post(
    '/auth/email-proof',
    {
      schema: {
        summary: 'Prove an e-mail by its mailed link; that of a sign-up which waits for it signs in',
        body: MailedToken,
        problems: ['company_sign_in_only', 'link_invalid', 'sign_up_closed', 'email_taken'],
        response: { 200: Tokens, 204: z.null() },
      },
    },
    async (request, reply) => {
      const tokens = await openLink(services, request.body.token)
      return tokens ? reply.send(await signedIn(request, reply, services, tokens)) : reply.code(204).send(null)
    },
  )
}
