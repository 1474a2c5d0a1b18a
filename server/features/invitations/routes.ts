import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Invitation, InvitationDraft, InvitationList, InvitationsQuery } from '#contract/invitations.ts'
import { languageFrom } from '#server/http/language.ts'
import { noContent } from '#server/http/no-content.ts'
import type { Services } from '#server/services.ts'
import { cancel, invite, listInvitations, resend } from './operations.ts'

const params = z.object({ id: z.uuid() })

export const invitationRoutes: FastifyPluginAsyncZod<{ services: Services }> = async (app, { services }) => {
  app.get(
    '/invitations',
    {
      schema: {
        summary: "My team's open invitations",
        querystring: InvitationsQuery,
        response: { 200: InvitationList },
      },
    },
    async (request) => ({ invitations: await listInvitations(services, request.scope, request.query) }),
  )

  app.post(
    '/invitations',
    { schema: { summary: 'Invite somebody', body: InvitationDraft, response: { 201: Invitation } } },
    async (request, reply) =>
      reply.code(201).send(await invite(services, request.scope, request.body, languageFrom(request))),
  )

  app.post(
    '/invitations/:id/resend',
    { schema: { summary: 'Send an invitation again, with a new link', params, response: { 200: Invitation } } },
    async (request) => resend(services, request.scope, request.params.id, languageFrom(request)),
  )

  app.delete(
    '/invitations/:id',
    { schema: { summary: 'Cancel an invitation', params, response: { 204: z.null() } } },
    async (request, reply) => noContent(reply, cancel(services, request.scope, request.params.id)),
  )
}
