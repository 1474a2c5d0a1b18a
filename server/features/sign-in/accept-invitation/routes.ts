import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { text } from '#contract/fields.ts'
import { Acceptance, InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import { limits } from '#contract/limits.ts'
import { Tokens } from '#contract/sessions.ts'
import { answering } from '#server/http/responses/answering.ts'
import { signedIn } from '#server/http/auth/known-device.ts'
import { senderOf } from '#server/http/auth/sender.ts'
import type { Services } from '#server/services.ts'
import { accept, checkInvitation, readInvitation } from './operations.ts'

const token = z.object({ token: z.string() })

export const acceptInvitationRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/invitations/verify/:token',
    answering('Whether an invitation is valid', InvitationCheck, { params: token }),
    async (request) => checkInvitation(services, request.params.token),
  )

  app.get(
    '/invitations/info',
    answering('My invitation', InvitationInfo, {
      querystring: z.object({ token: text(limits.token) }),
      problems: ['not_found'],
    }),
    async (request) => readInvitation(services, request.query.token),
  )

  app.post(
    '/invitations/accept',
    answering('Accept an invitation', Tokens, {
      body: Acceptance,
      problems: [
        'company_sign_in_only',
        'password_common',
        'not_found',
        'email_taken',
        'already_member',
        'invitation_used',
        'invitation_expired',
        'invitation_cancelled',
        'too_many_attempts',
      ],
    }),
    async (request, reply) => {
      const tokens = await accept(services, request.body, senderOf(request))
      return signedIn(request, reply, services, tokens)
    },
  )
}
