import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MailedToken, TakenBack } from '#contract/sessions.ts'
import type { Services } from '#server/services.ts'
import { takeBack } from './operations.ts'

export const notMeRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/not-me',
    { schema: { summary: 'Take a change back by its mailed link', body: MailedToken, response: { 200: TakenBack } } },
    async (request) => takeBack(services, request.body.token),
  )
}
