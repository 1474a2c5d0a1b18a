import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NotMe, StrangeChanges } from '#contract/not-me.ts'
import { TakenBack } from '#contract/sessions.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { listChanges, takeBack } from './operations.ts'

export const revertChangeRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/not-me/check',
    answering('Changes that a mailed link would take back', StrangeChanges, {
      body: NotMe,
      problems: ['link_invalid'],
    }),
    async (request) => listChanges(services, request.body),
  )

  app.post(
    '/auth/not-me',
    answering('Take a change back by its mailed link', TakenBack, {
      body: NotMe,
      problems: ['link_invalid', 'email_taken'],
    }),
    async (request) => takeBack(services, request.body),
  )
}
