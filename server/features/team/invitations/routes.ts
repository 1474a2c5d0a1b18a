import { uuid } from '#contract/fields.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Invitation, InvitationDraft, InvitationList, InvitationsQuery } from '#contract/invitations.ts'
import { answering, creating, answeringNothing } from '#server/http/responses/answering.ts'
import { noContent } from '#server/http/responses/no-content.ts'
import { senderOf } from '#server/http/auth/sender.ts'
import type { Services } from '#server/services.ts'
import { cancel, invite, isLinkAlive, listInvitations, resend } from './operations.ts'

const params = z.object({ id: uuid })

export const invitationRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/invitations',
    answering("My team's open invitations", InvitationList, { querystring: InvitationsQuery }),
    async (request) => ({ invitations: await listInvitations(services, request.scope, request.query) }),
  )

  app.post(
    '/invitations',
    creating('Invite somebody', Invitation, {
      body: InvitationDraft,
      isSecretAlive: isLinkAlive,
      byToken: 'never',
      problems: ['already_invited', 'already_member', 'too_many_emails'],
    }),
    async (request, reply) =>
      reply.code(201).send(await invite(services, request.scope, request.body, senderOf(request))),
  )

  app.post(
    '/invitations/:id/resend',
    answering('Send an invitation again, with a new link', Invitation, {
      params,
      isSecretAlive: isLinkAlive,
      byToken: 'never',
      problems: ['already_member', 'too_many_emails'],
    }),
    async (request) => resend(services, request.scope, request.params.id, senderOf(request)),
  )

  app.delete(
    '/invitations/:id',
    answeringNothing('Cancel an invitation', { params, byToken: 'never' }),
    async (request, reply) => noContent(reply, cancel(services, request.scope, request.params.id)),
  )
}
