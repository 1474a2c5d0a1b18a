import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acceptance, InvitationCheck, InvitationInfo } from '#contract/invitations.ts'
import { Tokens } from '#contract/sessions.ts'
import { signedIn } from '#server/http/known-device.ts'
import { senderOf } from '#server/http/sender.ts'
import type { Services } from '#server/services.ts'
import { accept, checkInvitation, readInvitation } from './operations.ts'

const token = z.object({ token: z.string() })

export const acceptanceRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/invitations/verify/:token',
    { schema: { summary: 'Whether an invitation is valid', params: token, response: { 200: InvitationCheck } } },
    async (request) => checkInvitation(services, request.params.token),
  )

  app.get(
    '/invitations/info',
    { schema: { summary: 'My invitation', querystring: token, response: { 200: InvitationInfo } } },
    async (request) => readInvitation(services, request.query.token),
  )

  app.post(
    '/invitations/accept',
    { schema: { summary: 'Accept an invitation', body: Acceptance, response: { 200: Tokens } } },
    async (request, reply) => {
      const tokens = await accept(services, request.body, senderOf(request))
      return signedIn(request, reply, services, tokens)
    },
  )
}
