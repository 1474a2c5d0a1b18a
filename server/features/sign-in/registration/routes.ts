import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Registration, User } from '#contract/users.ts'
import { creating } from '#server/http/responses/answering.ts'
import { rememberSignUp } from '#server/http/auth/begun-sign-up.ts'
import { knownDevice } from '#server/http/auth/known-device.ts'
import { senderOf } from '#server/http/auth/sender.ts'
import type { Services } from '#server/services.ts'
import { register } from './operations.ts'

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
        'too_many_emails',
      ],
    }),
    async (request, reply) => {
      const caller = { ...senderOf(request, request.body.time_zone), device: await knownDevice(request, services) }
      const user = await register(services, request.body, caller)
      if (!user.is_active) await rememberSignUp(reply, services, user.id)
      return reply.code(201).send(user)
    },
  )
}
