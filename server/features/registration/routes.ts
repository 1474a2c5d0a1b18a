import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { Registration, User } from '#contract/users.ts'
import { languageFrom } from '#server/http/language.ts'
import type { Services } from '#server/services.ts'
import { register } from './operations.ts'

export const registrationRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/onboarding',
    { schema: { summary: 'Sign up', body: Registration, response: { 201: User } } },
    async (request, reply) => {
      const language = languageFrom(request.headers['accept-language'])
      return reply.code(201).send(await register(services, request.body, { language, address: request.ip }))
    },
  )
}
