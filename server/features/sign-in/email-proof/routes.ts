import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { EmailProof, EmailProven } from '#contract/email-proof.ts'
import { MailedToken } from '#contract/sessions.ts'
import { answering, answeringNothing } from '#server/http/responses/answering.ts'
import { begunSignUp } from '#server/http/auth/begun-sign-up.ts'
import { knownDevice, signedIn } from '#server/http/auth/known-device.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import type { Services } from '#server/services.ts'
import { disownProof, readProof, useProof } from './operations.ts'

export const emailProofRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  const browserOf = async (request: FastifyRequest) => ({
    begun: await begunSignUp(request, services),
    device: await knownDevice(request, services),
  })

  app.post(
    '/auth/email-proof/check',
    answering('The account and address that an emailed link would confirm', EmailProof, {
      body: MailedToken,
      problems: ['company_sign_in_only', 'link_invalid'],
    }),
    async (request) => readProof(services, request.body.token, await browserOf(request)),
  )

  app.post(
    '/auth/email-proof',
    {
      schema: {
        summary: 'Confirm an email address by its emailed link; signs in only the browser that began the sign-up',
        body: MailedToken,
        problems: [
          'company_sign_in_only',
          'link_invalid',
          'sign_in_expired',
          'sign_up_closed',
          'email_domain_refused',
          'email_taken',
        ],
        response: { 200: EmailProven, 204: z.null() },
      },
    },
    async (request, reply) => {
      const proven = await useProof(services, request.body.token, await browserOf(request))
      if (!proven) return reply.code(204).send(null)
      return reply.send('password_token' in proven ? proven : await signedIn(request, reply, services, proven))
    },
  )

  app.post(
    '/auth/email-proof/disown',
    answeringNothing('Say of a mailed link that I did not ask for it', {
      body: MailedToken,
      problems: ['link_invalid'],
    }),
    async (request, reply) => noContent(reply, disownProof(services, request.body.token)),
  )
}
