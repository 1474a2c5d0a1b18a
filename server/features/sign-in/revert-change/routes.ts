import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { NotMe, UnrecognizedChanges } from '#contract/not-me.ts'
import { RevertedAccount } from '#contract/sessions.ts'
import { answering } from '#server/http/responses/answering.ts'
import type { Services } from '#server/services.ts'
import { listChanges, revertChanges } from './operations.ts'

export const revertChangeRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.post(
    '/auth/not-me/check',
    answering('The changes that an emailed link would undo', UnrecognizedChanges, {
      body: NotMe,
      problems: ['link_invalid'],
    }),
    async (request) => listChanges(services, request.body),
  )

  app.post(
    '/auth/not-me',
    answering('Undo a change by its emailed link', RevertedAccount, {
      body: NotMe,
      problems: ['link_invalid', 'email_taken'],
    }),
    async (request) => revertChanges(services, request.body),
  )
}
