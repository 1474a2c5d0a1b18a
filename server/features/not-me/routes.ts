import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { MailedToken, TakenBack } from '#contract/sessions.ts'
import { answering } from '#server/http/answering.ts'
import type { Services } from '#server/services.ts'
import { takeBack } from './operations.ts'

export const notMeRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/not-me',
    answering('Take a change back by its mailed link', TakenBack, {
      body: MailedToken,
      problems: ['link_invalid', 'email_taken'],
    }),
    async (request) => takeBack(services, request.body.token),
  )
}
